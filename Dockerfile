# The image of the API, the worker and the commands. They need a PostgreSQL of your own (DATABASE_URL).
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG COMMIT
RUN npm run build

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data SEAL_FILE=/seal/newest
RUN useradd --system --uid 10001 --home-dir /data partner-pilot \
  && mkdir /data /seal && chown partner-pilot: /data /seal
WORKDIR /app
# dist/ bundles every other package (INSTALLED of db/start/vite.config.ts)
COPY --from=build /app/node_modules/@node-rs node_modules/@node-rs
COPY --from=build /app/node_modules/@zxcvbn-ts node_modules/@zxcvbn-ts
COPY --from=build /app/node_modules/city-timezones node_modules/city-timezones
COPY --from=build /app/node_modules/fastest-levenshtein node_modules/fastest-levenshtein
COPY package.json package-lock.json ./
# a program checks that dist/ is of these sources, and reads SQL, styles and sample people from them
COPY api api
COPY db db
COPY events events
COPY worker worker
COPY --from=build /app/dist dist
COPY --from=build /app/web/dist web/dist
USER partner-pilot
VOLUME /data /seal
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "db/start/partner-pilot.mjs"]
CMD ["api"]
