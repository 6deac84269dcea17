/** DATABASE_URL with TLS, to a real Postgres; and REST's fast path over it, or without it. */

import { chmod, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { connectRest } from "#backend/connections.ts";
import { connectDatabase, type DatabaseTarget, type Sql } from "#backend/core/database/database.ts";
import { checkExternalDatabase } from "#backend/core/database/external-database.ts";
import { migrateDatabase } from "#backend/core/database/migrations.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { type EmbeddedPostgres, startPostgres } from "#backend/postgres/index.ts";
import { defaultRestConfig } from "#backend/rest/config.ts";
import type { Connect } from "#backend/rest/connection-pool.ts";
import { createRest } from "#backend/rest/index.ts";
import { WireClient } from "#backend/rest/wire-client.ts";
import { findFreePort } from "#harness/find-free-port.ts";
import { waitForPort } from "#harness/wait-for-port.ts";
import { createUnlimited } from "#tests/support/limits.ts";

const CERTIFICATE = join(import.meta.dirname, "../../support/tls/localhost.crt");
const BRANDS = [{ name: "Bosch" }, { name: "Facom" }];

let dataDir: string;
let port: number;
let otherRoot: string;
let postgres: EmbeddedPostgres;
let admin: Sql;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "yaare-test-"));
  // Postgres refuses a key that others may read, as a checkout leaves it.
  const key = join(dataDir, "localhost.key");
  await copyFile(CERTIFICATE.replace(/crt$/, "key"), key);
  await chmod(key, 0o600);
  otherRoot = join(dataDir, "other.crt");
  await writeFile(otherRoot, rootCertificates[0] ?? "");
  port = await findFreePort();
  postgres = await startPostgres({
    dataDir,
    log: createLogger("error"),
    port,
    settings: [
      "listen_addresses=localhost",
      "ssl=on",
      `ssl_cert_file=${CERTIFICATE}`,
      `ssl_key_file=${key}`,
      "fsync=off",
    ],
  });
  await migrateDatabase(postgres.target("postgres"));
  admin = connectDatabase(postgres.target("postgres"), {
    user: "supabase_admin",
    max: 1,
    applicationName: "test",
  });
  await admin`insert into public.brands (name) values ('Bosch'), ('Facom')`;
});
afterAll(async () => {
  await admin.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

function createTarget(parameters: string, host = "localhost"): DatabaseTarget {
  const query = parameters.replace("FILE", CERTIFICATE).replace("OTHER", otherRoot);
  return { kind: "url", url: `postgres://authenticator@${host}:${port}/postgres?${query}` };
}

/** Reads the brands over REST three times, at the end by a prepared statement where that is possible. */
async function readBrands(target: DatabaseTarget, connect: Connect = connectRest(target)) {
  const sql = connectDatabase(target, { user: "authenticator", max: 2, applicationName: "rest" });
  const rest = await createRest({
    sql,
    connect,
    log: createLogger("error"),
    limits: createUnlimited(),
    config: { ...defaultRestConfig, maxConnections: 1 },
  });
  const run = vi.spyOn(WireClient.prototype, "run");
  const bodies: unknown[] = [];
  for (let times = 0; times < 3; times++) {
    const request = new Request("http://shop.test/rest/v1/brands?select=name&order=name");
    const response = await rest.fetch(request, { ip: "", claims: null, tokenFailure: null });
    bodies.push(await response.json());
  }
  const fastRuns = run.mock.calls.length;
  run.mockRestore();
  const encrypted = await admin<{ ssl: boolean }[]>`
    select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'rest'`;
  await rest.close();
  await sql.end();
  return { bodies, fastRuns, encrypted: encrypted.map(({ ssl }) => ssl) };
}

test.each([
  ["", true],
  ["sslmode=disable", false],
  ["sslmode=verify-full&sslrootcert=FILE", true],
])(
  "REST reads the same rows by its fast path with the parameters %j, encrypted: %s",
  async (parameters, isEncrypted) => {
    expect(await readBrands(createTarget(parameters))).toEqual({
      bodies: [BRANDS, BRANDS, BRANDS],
      fastRuns: expect.toSatisfy((runs) => runs > 0),
      encrypted: [isEncrypted],
    });
  },
);

test("REST reads the same rows by postgres.js alone when that reads its socket otherwise", async () => {
  const target = createTarget("");
  const connect: Connect = (on) =>
    connectRest(target)({
      ...on,
      onSocket: (socket) => {
        socket.on("data", () => {});
        on.onSocket?.(socket);
      },
    });
  expect(await readBrands(target, connect)).toEqual({
    bodies: [BRANDS, BRANDS, BRANDS],
    fastRuns: 0,
    encrypted: [true],
  });
});

test.each([
  ["sslmode=prefer", "localhost"],
  ["sslmode=require", "localhost"],
  ["sslmode=require&sslrootcert=FILE", "localhost"],
  ["sslmode=verify-ca&sslrootcert=FILE", "localhost"],
  // The mode verify-ca does not check the host's name.
  ["sslmode=verify-ca&sslrootcert=FILE", "127.0.0.1"],
])("a connection with the parameters %j to %s is accepted and encrypted", async (parameters, host) => {
  const target = createTarget(parameters, host);
  await checkExternalDatabase(target);
  const sql = connectDatabase(target, { user: "authenticator", max: 1, applicationName: "test" });
  expect([...(await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`)]).toEqual([{ ssl: true }]);
  await sql.end();
});

describe("the start is refused", () => {
  test.each([
    ["sslmode=verify-ca&sslrootcert=OTHER", "localhost", /certificate/],
    ["sslmode=verify-full&sslrootcert=OTHER", "localhost", /certificate/],
    ["sslmode=require&sslrootcert=OTHER", "localhost", /certificate/],
    ["sslmode=verify-full", "localhost", /certificate/],
    ["sslmode=verify-full&sslrootcert=FILE", "127.0.0.1", /IP: 127\.0\.0\.1 is not in the cert's list/],
    ["sslmode=verify-ca&sslrootcert=/nowhere.crt", "localhost", /no such file .* '\/nowhere\.crt'/],
  ])("with the parameters %j for %s", async (parameters, host, reason) => {
    await expectUnreachable(createTarget(parameters, host), reason);
  });

  test.each([
    [
      "sslmode=require when the server has no TLS",
      "N",
      /the server has no TLS, which sslmode=require demands/,
    ],
    ["another program's answer", "HTTP/1.1 400", /the server is no Postgres/],
    // What follows in plain text would be taken for a part of the encrypted connection.
    ["text after the answer", "S+", /the server is no Postgres/],
    ["no answer", "", /the server closed the connection/],
  ])("with %s", async (_case, response, reason) => {
    const server = createServer((socket) => socket.once("data", () => socket.end(response))).listen(0);
    onTestFinished(() => {
      server.close();
    });
    const url = `postgres://shop@localhost:${await waitForPort(server)}/shop?sslmode=require`;
    await expectUnreachable({ kind: "url", url }, reason);
  });
});

async function expectUnreachable(target: DatabaseTarget, reason: RegExp): Promise<void> {
  const error: unknown = await checkExternalDatabase(target).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(
      /^The database of DATABASE_URL cannot be reached .+: check the address\.$/,
    ),
  });
  expect(error).toMatchObject({ message: expect.stringMatching(reason) });
}
