FROM debian:bookworm-slim AS build
WORKDIR /src
# The packages first: they change less often than the sources.
COPY tools/install_packages.sh tools/packages.txt tools/
RUN tools/install_packages.sh build
COPY . .
RUN make build && strip build/release/steptail

FROM debian:bookworm-slim
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="steptail" \
      org.opencontainers.image.description="Training logs into Prometheus" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# What the binary links; tzdata for `timezone:`.
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      libcctz2 libcrypt1 libprometheus-cpp-core1.0 libre2-9 libspdlog1.10 libssl3 \
      libyaml-cpp0.7 tzdata zlib1g \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o 65532 -g 65532 -m 0750 /var/lib/steptail
COPY --from=build /src/build/release/steptail /usr/bin/steptail
COPY config/steptail.yaml /etc/steptail/steptail.yaml
USER 65532:65532
EXPOSE 10480
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["steptail", "healthcheck", "http://127.0.0.1:10480"]
ENTRYPOINT ["steptail"]
# Inside a container only its own network sees every address; publish the port where it may be seen.
CMD ["serve", "--web.listen-address=:10480", "--storage.path=/var/lib/steptail"]
