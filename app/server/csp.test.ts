import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./csp.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function directive(policy: string, name: string): string | undefined {
  return policy.split("; ").find((part) => part.startsWith(`${name} `));
}

it("allows exactly the inline scripts and styles of the document", () => {
  const policy = contentSecurityPolicy(
    '<head><style>p{color:red}</style></head><script type="module" async="">import "/a.js"</script><script>x("é")\n</script>',
  );
  expect(directive(policy, "style-src")).toBe(`style-src 'self' ${hash("p{color:red}")}`);
  expect(directive(policy, "script-src")).toBe(
    `script-src 'self' ${hash('import "/a.js"')} ${hash('x("é")\n')}`,
  );
});

it("has no hashes of scripts with a source nor of data", () => {
  const policy = contentSecurityPolicy(
    '<script src="/assets/a.js"></script><script type="application/ld+json">{"a":1}</script>',
  );
  expect(directive(policy, "script-src")).toBe("script-src 'self'");
});

it("allows requests and WebSockets to a hosted Supabase only when there is one", () => {
  expect(directive(contentSecurityPolicy(""), "connect-src")).toBe("connect-src 'self'");
  expect(directive(contentSecurityPolicy("", ["https://x.supabase.co"]), "connect-src")).toBe(
    "connect-src 'self' https://x.supabase.co wss://x.supabase.co",
  );
  expect(directive(contentSecurityPolicy("", ["http://10.0.0.7:8000"]), "connect-src")).toBe(
    "connect-src 'self' http://10.0.0.7:8000 ws://10.0.0.7:8000",
  );
});

it("never allows inline code in general", () => {
  expect(directive(contentSecurityPolicy("<script>1</script>"), "script-src")).not.toContain("unsafe");
});
