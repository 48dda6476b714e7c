import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { routeTable } from "./build/route-table.ts";

export default defineConfig({
  plugins: [react(), routeTable()],
  build: {
    // Nothing is inlined, because the policy of the page allows only files of its own address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    // The code that every screen needs is one file. Many small files would cost a phone more round trips than they
    // save.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
});
