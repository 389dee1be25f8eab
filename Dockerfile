# docker build --build-arg VERSION=0.1.0 --build-arg REVISION="$(git rev-parse --short=12 HEAD)" -t steptail .
ARG BASE=debian:bookworm-slim

FROM ${BASE} AS build
WORKDIR /src
# The packages first: they change less often than the sources.
COPY tools/install_packages.sh tools/packages.txt tools/
RUN tools/install_packages.sh build package
COPY . .
ARG REVISION=unknown
RUN cmake --preset release -DSTEPTAIL_REVISION="${REVISION}" && make package
# Of the package: the binary and its formats, and the libraries that dpkg-shlibdeps found it to need.
RUN dpkg-deb -x build/package/steptail_*.deb /package \
 && install -D /package/usr/bin/steptail /image/usr/bin/steptail \
 && install -D /package/usr/share/doc/steptail/copyright /image/usr/share/doc/steptail/copyright \
 && cp -r /package/usr/share/steptail /image/usr/share/ \
 && dpkg-deb -f build/package/steptail_*.deb Depends \
    | sed 's/([^)]*)//g; s/adduser,//; s/init-system-helpers *,//; s/,/ /g' >/image/usr/share/steptail/libraries

FROM ${BASE}
COPY --from=build /image/usr/share/steptail/libraries /usr/share/steptail/libraries
# One layer, without lists and caches. The numeric user is nobody's on the host.
RUN apt-get update \
 && apt-get install -y --no-install-recommends $(cat /usr/share/steptail/libraries) \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/debconf/*-old /var/log/apt /var/log/dpkg.log \
 && install -d -o 65532 -g 65532 -m 0750 /var/lib/steptail
COPY --from=build /image/ /
COPY config/steptail.yaml /etc/steptail/steptail.yaml
ARG VERSION=dev
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="steptail" \
      org.opencontainers.image.description="Prometheus exporter for the logs of training jobs" \
      org.opencontainers.image.source="https://github.com/steptail/steptail" \
      org.opencontainers.image.documentation="https://github.com/steptail/steptail/blob/main/docs/README.md" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
USER 65532:65532
EXPOSE 10480
# All that it writes: the root file system may be read-only.
VOLUME /var/lib/steptail
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["steptail", "healthcheck", "http://127.0.0.1:10480"]
ENTRYPOINT ["steptail"]
# Inside a container only its own network sees every address; publish the port where it may be seen.
CMD ["serve", "--web.listen-address=:10480", "--storage.path=/var/lib/steptail"]
