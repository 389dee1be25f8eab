import {defineConfig} from "vite";

export default defineConfig({
  base: "./",
  define: {"process.env.NODE_ENV": '"production"', "process.env": "{}"},
  esbuild: {jsx: "automatic"},
  build: {chunkSizeWarningLimit: 20000, reportCompressedSize: false, minify: false},
});
