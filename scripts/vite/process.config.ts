/**
 * The build of the shop's process: server.ts with the backend and the jobs (docs/decisions/0087). The threads and
 * processes that it starts are run from their sources.
 */
import { resolve } from "node:path";
import { defineConfig } from "vite";
import { processSources } from "../run/build.mjs";
import { onlySources } from "./only-sources.ts";
import { sourceLocations } from "./source-locations.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const OUTPUT = resolve(ROOT, "build/process");

/**
 * The packages that every start loads, and those that they load. All others stay where they are installed: they are
 * loaded when they are needed, or have files that are not JavaScript.
 */
const BUNDLED = [
  "@hono/node-server",
  "@noble/hashes",
  /^@otplib\//,
  "@scure/base",
  "birpc",
  "hono",
  "jose",
  "lru-cache",
  "otplib",
  "postgres",
  "uqr",
  "ws",
  "zod",
];

export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [onlySources(ROOT, processSources), sourceLocations(ROOT, OUTPUT)],
  ssr: { noExternal: BUNDLED },
  build: {
    ssr: "server.ts",
    outDir: OUTPUT,
    // Names and lines of stack traces stay readable.
    minify: false,
    reportCompressedSize: false,
    target: "esnext",
    rolldownOptions: {
      // Mail templates are found by their names in their folder, in which their tests are too.
      external: /\.test\.ts$/,
      output: { entryFileNames: "server.js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
