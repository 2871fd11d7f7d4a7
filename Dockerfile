# A static binary without cgo, in an image with nothing else. The compiler runs on the
# processor of the machine that builds, whatever processor the image is for:
#   docker buildx build --platform linux/amd64,linux/arm64 --build-arg VERSION=v0.6.0 .
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
ARG COMMIT=
ARG TARGETOS
ARG TARGETARCH
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH \
    go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=${VERSION} -X main.commit=${COMMIT}" -o /out/oneiros ./cmd/oneiros \
 && go run .ci/notice.go /out/oneiros >/out/NOTICE \
 && go run .ci/notice.go -bom "${VERSION:-devel}" /out/oneiros >/out/oneiros.cdx.json \
 && mkdir -p -m 700 /out/data /out/backups

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/oneiros /oneiros
# The licenses of all modules in the program ask to stand beside it.
COPY LICENSE /
COPY --from=build /out/NOTICE /out/oneiros.cdx.json /
# A new volume belongs to the user that its folder in the image belongs to. Another user
# (--user) works too, with a volume that they may write.
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/backups /backups
USER 65532:65532
VOLUME /data
WORKDIR /data
ENV ONEIROS_METRICS_ADDR=127.0.0.1:9090
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/oneiros", "health"]
ENTRYPOINT ["/oneiros"]
CMD ["run"]
