/** The minimal server of a page: node:http and the page's bytes in memory. */
import { readFileSync } from "node:fs";
import { serve } from "./serve.ts";

const bytes = readFileSync(process.env.BYTES_FILE ?? "");

serve((_request, response) => {
  response
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-encoding": "br",
      "content-length": bytes.length,
    })
    .end(bytes);
});
