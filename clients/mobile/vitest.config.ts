// The tests of what needs no phone: the API's layer, words, Markdown's links.

import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": resolve("src") } },
  test: { include: ["test/**/*.test.ts"], environment: "node", testTimeout: 60_000 },
});
