/** Of Deno, what the shop's own host has too (backend/functions/thread.ts): functions use nothing else. */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): void;
  env: { get(name: string): string | undefined };
};
