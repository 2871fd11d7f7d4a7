# A static binary without cgo, in an image with nothing else.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o /out/oneiros ./cmd/oneiros \
 && mkdir -p /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/oneiros /oneiros
# The licenses of all modules in the program ask to stand beside it.
COPY LICENSE NOTICE /
# The data folder belongs to the user that the bot runs as, so a new volume does.
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
WORKDIR /data
ENV ONEIROS_METRICS_ADDR=127.0.0.1:9090
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/oneiros", "health"]
ENTRYPOINT ["/oneiros"]
CMD ["run"]
