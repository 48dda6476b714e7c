import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { routeTable } from "./build/route-table.ts";

export default defineConfig({
  plugins: [react(), routeTable()],
  build: {
    // Nothing is inlined: the policy of the page allows files of its own address only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
});
