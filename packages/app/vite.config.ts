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
    // What every screen needs is one file: many small ones cost a phone more round trips than they save.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
});
