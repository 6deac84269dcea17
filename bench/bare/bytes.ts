/** The least that could answer a page: node:http and the page's bytes in memory. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const bytes = readFileSync(process.env.BYTES_FILE ?? "");

createServer((_request, response) => {
  response
    .writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-encoding": "br",
      "content-length": bytes.length,
    })
    .end(bytes);
}).listen(Number(process.env.PORT));
