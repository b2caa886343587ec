# Built once with everything, shipped with production dependencies only.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY strategies ./strategies
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=0:0 /app/package.json ./
COPY --from=build --chown=0:0 /app/node_modules ./node_modules
COPY --from=build --chown=0:0 /app/dist ./dist
COPY --chown=0:0 config ./config
# the volume of the journal and the wallet's lock, the only place that is written to
ENV QUOIN_STATE_DIR=/data/state
RUN mkdir /data && chown 1000:1000 /data
VOLUME ["/data"]
USER 1000:1000
EXPOSE 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.QUOIN_TELEMETRY_PORT ?? 9464) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# node itself, so that signals reach it
ENTRYPOINT ["node", "dist/src/cli/main.js"]
CMD ["run", "/config/bot.yaml"]
