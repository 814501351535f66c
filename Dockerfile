# An image of receipts with nothing else in it: the program, the libraries it loads, and certificates. Runs the emulators by default.
#
#   docker build -t receipts .                              builds the program from source
#   docker build -t receipts --build-arg PACKAGE=released . takes it from the packages in .build/packages
#   docker run --rm -p 127.0.0.1:8080:8080 receipts
#
# Scripts/check-image carries out these steps without Docker.
ARG PACKAGE=built

FROM swift:6.2-bookworm AS built
WORKDIR /source
COPY . .
# Scripts/package installs the libraries that it needs.
# hadolint ignore=DL3008
RUN git config --global --add safe.directory /source \
    && apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends python3 \
    && Scripts/package

FROM scratch AS released
COPY .build/packages /source/.build/packages

# hadolint ignore=DL3006
FROM ${PACKAGE} AS package

FROM debian:bookworm-slim AS assembled
ARG TARGETARCH
COPY --from=package /source/.build/packages/receipts_*_${TARGETARCH}.deb /packages/
COPY Scripts/packaging/image-root /image-root
RUN bash /image-root /packages /image

FROM scratch
COPY --from=assembled /image /
# "nonroot", as in other images without a shell.
USER 65532:65532
ENV HOME=/data
WORKDIR /data
EXPOSE 8080 9000
HEALTHCHECK --interval=10s --timeout=3s --start-period=2s CMD ["/bin/busybox", "wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/"]
ENTRYPOINT ["/usr/bin/receipts"]
CMD ["emulator", "start", "--host", "0.0.0.0", "--port", "8080"]
