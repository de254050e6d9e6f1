// Build and test settings of the web client. The server serves `dist` (or TIANYUAN_WEB_OUT) as it is.
import { defineConfig } from "vitest/config";

const server = process.env.TIANYUAN_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: process.env.TIANYUAN_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: true,
  },
  server: {
    proxy: {
      "/api": { target: server },
      "/ws": { target: server, ws: true },
    },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
