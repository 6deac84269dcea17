/**
 * The build of the shop. The server bundle inlines the stylesheet (see app/entry.server.tsx), so the CSS is
 * minified in that build too, where Vite would leave it as it is.
 */
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { cssMinify: true, modulePreload: { polyfill: false } },
});
