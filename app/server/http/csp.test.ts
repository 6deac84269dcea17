import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./csp.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const none = { scripts: [], styles: [] };

function directive(policy: string, name: string): string | undefined {
  return policy.split("; ").find((part) => part.startsWith(`${name} `));
}

it("allows exactly the inline scripts and styles of the application", () => {
  const policy = contentSecurityPolicy({
    scripts: ['import "/a.js"', 'x("é")\n', 'import "/a.js"'],
    styles: ["p{color:red}"],
  });
  expect(directive(policy, "style-src")).toBe(`style-src 'self' ${hash("p{color:red}")}`);
  expect(directive(policy, "script-src")).toBe(
    `script-src 'self' ${hash('import "/a.js"')} ${hash('x("é")\n')}`,
  );
});

it("allows requests and WebSockets to a hosted Supabase only when there is one", () => {
  expect(directive(contentSecurityPolicy(none), "connect-src")).toBe("connect-src 'self'");
  expect(directive(contentSecurityPolicy(none, ["https://x.supabase.co"]), "connect-src")).toBe(
    "connect-src 'self' https://x.supabase.co wss://x.supabase.co",
  );
  expect(directive(contentSecurityPolicy(none, ["http://10.0.0.7:8000"]), "connect-src")).toBe(
    "connect-src 'self' http://10.0.0.7:8000 ws://10.0.0.7:8000",
  );
});

it("lets only pages that say so compile WebAssembly", () => {
  expect(directive(contentSecurityPolicy(none), "script-src")).toBe("script-src 'self'");
  expect(directive(contentSecurityPolicy({ ...none, compilesWasm: true }), "script-src")).toBe(
    "script-src 'self' 'wasm-unsafe-eval'",
  );
});

it("never allows inline code in general", () => {
  expect(directive(contentSecurityPolicy({ scripts: ["1"], styles: [] }), "script-src")).not.toContain(
    "unsafe",
  );
});
