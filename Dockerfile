# Built once with everything, shipped with what runs.
# For a build that can be repeated to the byte: --build-arg NODE_IMAGE=node:<version>-bookworm-slim@sha256:<digest>
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY strategies ./strategies
RUN npm run build && npm prune --omit=dev --ignore-scripts
# what npm keeps and nothing reads at run time: types and maps, the compiler that others name as a peer, binaries for musl
RUN rm -rf node_modules/typescript node_modules/@types node_modules/@libsql/*-musl \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.cts' -o -name '*.mts' -o -name '*.md' \) -delete

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=0:0 /app/package.json ./
COPY --from=build --chown=0:0 /app/node_modules ./node_modules
COPY --from=build --chown=0:0 /app/dist ./dist
COPY --chown=0:0 config ./config
# a strategy that is mounted anywhere finds 'quoin'; /data holds the journal and the wallet's lock, the only place that is written to
ENV QUOIN_STATE_DIR=/data/state
RUN mkdir /node_modules /data && ln -s /app /node_modules/quoin && chown 1000:1000 /data
VOLUME ["/data"]
USER 1000:1000
EXPOSE 9464 8787
# the bot's telemetry or the server's API, whichever runs; QUOIN_HEALTH_URL for another port
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "dist/src/cli/health-check.js"]
# node itself, so that signals reach it
ENTRYPOINT ["node", "dist/src/cli/main.js"]
CMD ["run", "/config/bot.yaml"]
