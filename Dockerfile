# Built once with everything, shipped with what runs: Node itself, our code and its packages, on a root with no shell and no package manager.
# For a build that can be repeated to the byte: --build-arg NODE_IMAGE=node:<version>-bookworm-slim@sha256:<digest>, and RUNTIME_IMAGE likewise
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:latest

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY strategies ./strategies
COPY build ./build
RUN npm run build && npm prune --omit=dev --ignore-scripts
# what npm keeps and nothing reads at run time: types and maps, the compiler that others name as a peer, binaries for musl, a second copy of
# what is imported as a module
RUN rm -rf node_modules/typescript node_modules/@types node_modules/@libsql/*-musl node_modules/viem/_cjs node_modules/ox/_cjs \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' \) -delete
# a strategy that is mounted anywhere finds 'quoin'; /data holds the journal and the wallet's lock, the only place that is written to
RUN mkdir -p /made/node_modules /made/data && ln -s /app /made/node_modules/quoin

FROM ${RUNTIME_IMAGE}
ENV NODE_ENV=production
ENV QUOIN_STATE_DIR=/data/state
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /made/node_modules /node_modules
COPY --from=build --chown=1000:1000 /made/data /data
COPY --from=build --chown=0:0 /app/package.json ./
COPY --from=build --chown=0:0 /app/node_modules ./node_modules
COPY --from=build --chown=0:0 /app/dist ./dist
COPY --chown=0:0 config ./config
VOLUME ["/data"]
USER 1000:1000
EXPOSE 9464 8787
# the bot's telemetry or the server's API, whichever runs; QUOIN_HEALTH_URL for another port
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "dist/src/cli/health-check.js"]
# node itself, so that signals reach it
ENTRYPOINT ["node", "dist/src/cli/main.js"]
CMD ["run", "/config/bot.yaml"]
