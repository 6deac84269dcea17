import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { chooseLaunch } from "./launch.ts";

test("a program of Postgres inherits no variable of the shop but those that find it", async () => {
  vi.stubEnv("ADMIN_PASSWORD", "mot-de-passe-du-patron");
  vi.stubEnv("SMTP_URL", "smtp://boutique:secret@mail.example");
  vi.stubEnv("PGOPTIONS", "-c statement_timeout=1");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const script = "process.stdout.write(Object.keys(process.env).join())";
  const child = chooseLaunch()(process.execPath, ["--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const names = child.stdout ? (await text(child.stdout)).split(",") : [];
  expect(names).toContain("PATH");
  expect(["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]).toEqual(
    expect.arrayContaining(names),
  );
});
