import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// While pages are worked on, `npm run dev` takes the API from a Momo that runs elsewhere.
const backend = process.env.WEB_BACKEND ?? "http://127.0.0.1:8000";
const proxied = Object.fromEntries(
  ["/api", "/_allauth", "/healthz"].map((path) => [path, { target: backend, changeOrigin: false }]),
);

export default defineConfig(({ command }) => ({
  plugins: [react()],
  base: command === "build" ? "/static/web/" : "/",
  build: {
    outDir: "../built",
    emptyOutDir: true,
    manifest: "manifest.json",
    assetsInlineLimit: 0, // a data: address would need a wider content security policy
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "src/main.tsx" },
  },
  server: { host: "127.0.0.1", proxy: proxied },
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"] },
}));
