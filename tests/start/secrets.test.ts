/** Secrets stay on the server: neither responses nor the log contain them. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createDataDir, startShopProcess } from "./shop-process.ts";

const BUILT = join(import.meta.dirname, "../../build/client");

it("the built files contain no secret key and no source map", async () => {
  const files = await readdir(BUILT, { recursive: true });
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const scripts = files.filter((file) => /\.(js|css|html|json|webmanifest)$/.test(file));
  expect(scripts.length).toBeGreaterThan(50);
  for (const file of scripts) {
    const text = await readFile(join(BUILT, file), "utf8");
    expect(text, file).not.toMatch(/sb_secret_\w|eyJ[\w-]+\.eyJ[\w-]+\./);
  }
});

it("no response and no line of the log contains a secret of this shop", async () => {
  const dataDir = await createDataDir();
  const shop = startShopProcess({
    DATA_DIR: dataDir,
    LOG_LEVEL: "debug",
    ADMIN_PASSWORD: "mot-de-passe-du-patron",
    SMTP_URL: "smtp://boutique:secret-du-courrier@127.0.0.1:9",
  });
  const url = await shop.opened;
  const { anonKey, publishableKey, ...secret }: Record<string, unknown> = JSON.parse(
    await readFile(join(dataDir, "keys.json"), "utf8"),
  );
  const secrets = [
    ...JSON.stringify(secret).matchAll(/"(?:serviceRoleKey|secretKey|jwtSecret|d)":"([^"]+)"/g),
  ].map(([, value]) => value ?? "");
  expect(secrets).toHaveLength(4);
  const apikey = String(anonKey);
  const outputs: string[] = [];
  for (const [path, init] of [
    ["/"],
    ["/products"],
    ["/products?category=nothing"],
    ["/admin/login"],
    ["/nothing"],
    ["/nothing.png"],
    ["/", { method: "POST", body: "x".repeat(5_000_000) }],
    ["/healthz"],
    ["/rest/v1/", { headers: { apikey } }],
    ["/rest/v1/orders?select=nothing", { headers: { apikey } }],
    ["/rest/v1/products", { headers: { apikey: `${secrets[0]}x` } }],
    ["/rest/v1/products?id=eq.mot-de-la-cliente", { headers: { apikey } }],
    ["/auth/v1/settings", { headers: { apikey } }],
    ["/auth/v1/.well-known/jwks.json"],
    ["/auth/v1/token?grant_type=password", { method: "POST", body: "{", headers: { apikey } }],
    ["/storage/v1/bucket", { headers: { apikey } }],
    ["/functions/v1/nothing", { headers: { apikey } }],
    ["/realtime/v1/websocket"],
  ] satisfies [string, RequestInit?][]) {
    const response = await fetch(url + path, init);
    expect(response.headers.get("x-content-type-options"), path).toBe("nosniff");
    outputs.push(JSON.stringify([...response.headers]), await response.text());
  }
  shop.child.kill("SIGTERM");
  await shop.exited;
  const databaseLog = join(dataDir, "postgres.log");
  expect(await readFile(databaseLog, "utf8")).not.toContain("mot-de-la-cliente");
  expect((await stat(databaseLog)).mode & 0o777).toBe(0o600);
  const lines = shop.stderr().split("\n").filter(Boolean);
  for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
  const output = outputs.join("\n") + shop.stderr() + shop.stdout();
  for (const value of [...secrets, "mot-de-passe-du-patron", "secret-du-courrier"]) {
    expect(output.includes(value), `${value.slice(0, 4)}… is exposed`).toBe(false);
  }
});
