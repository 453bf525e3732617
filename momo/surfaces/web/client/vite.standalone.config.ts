import { defineConfig } from "vite";

// A graph's own page is one file: its script is one too, put into it by `momo/surfaces/graph`.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: "../built/standalone",
    emptyOutDir: true,
    lib: {
      entry: "src/graph/standalone/main.ts",
      formats: ["iife"],
      name: "graph",
      fileName: () => "graph.js",
    },
  },
});
