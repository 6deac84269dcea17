/** Somebody on this machine who takes text messages by HTTP, and keeps them. */
import { createServer } from "node:http";
import { portOf } from "../../support/port-of.ts";

export interface TextMessages {
  url: string;
  /** The bodies that came, as they came. */
  bodies: string[];
  headers: (string | undefined)[];
  /** Answers this from now on. */
  answer(status: number): void;
  /** The code in the newest message to a number; throws when there is none. */
  codeTo(phone: string): string;
  close(): Promise<void>;
}

export async function takeTextMessages(): Promise<TextMessages> {
  const bodies: string[] = [];
  const headers: (string | undefined)[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    headers.push(request.headers.authorization);
    response.writeHead(status).end("{}");
  });
  const port = await portOf(server.listen(0, "127.0.0.1"));
  return {
    url: `http://127.0.0.1:${port}/send`,
    bodies,
    headers,
    answer: (next) => {
      status = next;
    },
    codeTo: (phone) => {
      const body = bodies.findLast((text) => text.includes(phone)) ?? "";
      const code = /\b\d{6}\b/.exec(body)?.[0];
      if (!code) throw new Error(`no message to ${phone}`);
      return code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
