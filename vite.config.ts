/**
 * The build of the shop. The server bundle inlines the stylesheet (see app/entry.server.tsx), so the CSS is
 * minified in that build too, where Vite would leave it as it is. Icons that the markup or the stylesheet names
 * are inlined as well, up to 4 kB.
 *
 * The browser gets few, large chunks: on a network with long round trips each further file costs more than the
 * bytes that it spares. What every page of the shop needs is one file beside React's, and what only private pages
 * need (the backend's clients, forms, validation) stays out of it.
 */
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler)\/|rolldown\/runtime/;
const SHARED = /\/app\/(components|features\/(cart|catalog|content|identity)|lib)\//;
const PRIVATE =
  /supabase\.client|cart-(line|notice|review|skeleton|summary)|cart\/quantity|return-url|identity\/sign|error-messages|\.(schema|mutations|queries)\.|ui\/(field|form|notice|password)|toast-viewport/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { cssMinify: true, modulePreload: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "framework", test: FRAMEWORK, priority: 2 },
                {
                  name: "shop",
                  test: (id) => SHARED.test(id) && !PRIVATE.test(id),
                  minShareCount: 2,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
  },
});
