/** A local SMS gateway that records the messages it receives by HTTP. */
import { createServer } from "node:http";
import { waitForPort } from "#harness/wait-for-port.ts";

export interface SmsGateway {
  url: string;
  /** The unparsed bodies of the requests. */
  bodies: string[];
  headers: (string | undefined)[];
  /** Sets the status of all further responses; a redirect leads to another path of it. */
  respondWith(status: number): void;
  /** The code in the newest message to a number; throws when there is none. */
  getCode(phone: string): string;
  close(): Promise<void>;
}

export async function startSmsGateway(): Promise<SmsGateway> {
  const bodies: string[] = [];
  const headers: (string | undefined)[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    headers.push(request.headers.authorization);
    response.writeHead(status, { location: "/elsewhere" }).end("{}");
  });
  const port = await waitForPort(server.listen(0, "127.0.0.1"));
  return {
    url: `http://127.0.0.1:${port}/send`,
    bodies,
    headers,
    respondWith: (next) => {
      status = next;
    },
    getCode: (phone) => {
      const body = bodies.findLast((text) => text.includes(phone)) ?? "";
      const code = /\b\d{6}\b/.exec(body)?.[0];
      if (!code) throw new Error(`no message to ${phone}`);
      return code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
