/**
 * The part of Deno that the shop's own host provides (backend/functions/function-thread.ts); functions use no
 * other.
 */
declare const Deno: {
  serve(handler: (request: Request) => Response | Promise<Response>): void;
  env: { get(name: string): string | undefined };
};
