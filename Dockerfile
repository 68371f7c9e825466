# syntax=docker/dockerfile:1
# docker build -t servicecontrol-federation .
# docker buildx build --platform linux/amd64,linux/arm64 -t servicecontrol-federation .

# The current LTS.
ARG NODE_VERSION=26

# Everything that is copied from here is plain JavaScript, so it is built once for all platforms.
FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY config config
COPY src src
COPY test/support test/support
COPY test/demo test/demo
RUN npm run build && node test/demo/compile.js /demo && npm prune --omit=dev

FROM node:${NODE_VERSION}-slim AS runtime
ENV NODE_ENV=production \
    SERVICECONTROL_HOSTNAME=*
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/config config
COPY --from=build /app/dist dist
USER node
EXPOSE 33333
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:33333/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]

# The same with the fake installations, for docker-compose.yml.
FROM runtime AS demo
COPY --from=build /demo/test test

FROM runtime AS gateway
