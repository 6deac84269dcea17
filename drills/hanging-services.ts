/** The mail server, the bucket and the provider of text messages hang, answer garbage, are cut off, and come back, under orders. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import S3rver from "s3rver";
import { waitForPort } from "#harness/wait-for-port.ts";
import { addCustomers, addProducts, type DrillShop, openDrillShop } from "./support/drill-shop.ts";
import { type Fault, startFaultyService } from "./support/faulty-service.ts";
import { startMailSink } from "./support/mail-sink.ts";
import { checkOrders, startOrders } from "./support/orders.ts";
import { createProbe } from "./support/probe.ts";
import { type Drill, expectSame, getSize, toSeconds } from "./support/report.ts";

const STOCK = 1_000_000;
const FAULTS: readonly Fault[] = ["hangs", "answers garbage", "is cut"];
const UPLOAD_INTERVAL_MS = 500;
const LARGEST_FILE = 200_000;
/** A browser gives up after 30 s: so long an order may never take because of them. */
const LONGEST_ORDER_MS = 10_000;
/** The longest pause between attempts to reach a mail server is five minutes. */
const MAILS_TIMEOUT_MS = 420_000;
/** The sender pauses after each mail, and sends some twelve in a second. */
const MAIL_MS = 150;
/** Pools close what is idle after a while. */
const SETTLE_MS = 20_000;
/** A shop opens a few connections more when it is busy. */
const SPARE_FILES = 25;
/** Each of them has two: for its age, and for the five minutes after which it is closed as idle. */
const SPARE_TIMERS = 2 * SPARE_FILES;

interface Upload {
  key: string;
  hash: string;
  status: number;
  milliseconds: number;
  /** Of an answer that is no success: it names what refused the file. */
  reason: string;
}

export const hangingServices: Drill = {
  title: "mail server, bucket and text messages that hang, answer garbage and are cut, under orders",
  sizes: { rounds: 10, seconds: 60, rate: 10 },
  run: async (sizes, print) => {
    const folder = await mkdtemp(join(tmpdir(), "yaare-drill-"));
    const bucket = new S3rver({
      port: 0,
      address: "127.0.0.1",
      silent: true,
      directory: folder,
      configureBuckets: [{ name: "drill" }],
    });
    const sink = await startMailSink();
    const texts: string[] = [];
    const gateway = createServer(async (request, response) => {
      // A connection that is cut ends without its body.
      const body = await text(request).catch(() => null);
      if (body === null) return;
      texts.push(/\+(?<phone>\d+)/.exec(body)?.groups?.phone ?? "none");
      response.end("{}");
    });
    const services = {
      mail: await startFaultyService(Number(new URL(sink.url).port)),
      bucket: await startFaultyService((await bucket.run()).port),
      texts: await startFaultyService(await waitForPort(gateway.listen(0, "127.0.0.1"))),
    };
    const all = Object.values(services);
    const probe = createProbe();
    const shop = await openDrillShop(tmpdir(), {
      ...probe.env,
      SMTP_URL: `smtp://localhost:${services.mail.port}`,
      MAIL_FROM: "boutique@exemple.bf",
      S3_URL: `http://S3RVER:S3RVER@localhost:${services.bucket.port}/drill`,
      AUTH_PHONE: "1",
      AUTH_SMS_URL: `http://localhost:${services.texts.port}`,
      AUTH_SMS_PER_HOUR: "100000",
    });
    try {
      const customers = await addCustomers(shop, 200);
      const products = await addProducts(shop, 20, STOCK);
      await shop.withDatabase(
        (sql) => sql`insert into storage.buckets (id, name, public) values ('drill', 'drill', true)`,
      );
      const { serviceRoleKey }: { serviceRoleKey: string } = JSON.parse(
        await readFile(join(shop.dataDir, "keys.json"), "utf8"),
      );
      const orders = startOrders(shop, { customers, products, perSecond: getSize(sizes, "rate") });
      const sending = startSending(shop, serviceRoleKey);
      await sleep(10_000);
      const before = await probe.read();
      for (let round = 0; round < getSize(sizes, "rounds"); round++) {
        for (const [index, service] of all.entries()) {
          service.fail(FAULTS[(round + index) % FAULTS.length] ?? null);
        }
        await sleep(getSize(sizes, "seconds") * 1000);
        for (const service of all) service.fail(null);
        await sleep(5_000);
      }
      const returned = performance.now();
      const { uploads, codes } = await sending.stop();
      const { answers, longest } = await orders.stop();
      print(
        `did: ${getSize(sizes, "rounds")} failures of all three of ${getSize(sizes, "seconds")} s, ${Object.entries(
          services,
        )
          .map(
            ([name, { faults }]) =>
              `${name}: ${[...faults].map(([fault, n]) => `${n} × ${fault}`).join(", ")}`,
          )
          .join("; ")}`,
      );
      print(
        `acknowledged: ${orders.acknowledged.length} orders, answers ${answers}, the slowest answer after ${toSeconds(longest)}`,
      );
      expectSame("an order waited for a service", longest > LONGEST_ORDER_MS, false);
      print(`found: ${await checkOrders(shop, orders.acknowledged, STOCK)}`);

      const owed = await waitForMails(shop);
      const twins = [...sink.arrivals.values()].filter((times) => times > 1);
      print(
        `mails: ${owed.all} owed, ${sink.arrivals.size} arrived, all of them ${toSeconds(performance.now() - returned)} after the last return`,
      );
      expectSame("mails that wait or were given up", [owed.waiting, owed.failed], [0, 0]);
      expectSame("mails that arrived", sink.arrivals.size, owed.all);
      expectSame("mails that arrived twice", twins, []);

      await checkUploads(shop, uploads);
      const failed = uploads.filter(({ status }) => status !== 200);
      print(
        `files: ${uploads.length} sent, ${failed.length} told as failed (${countBy(failed.map(({ status }) => status))}), the slowest answer after ${toSeconds(Math.max(...uploads.map(({ milliseconds }) => milliseconds)))}; the others whole when read from the bucket`,
      );
      expectSame(
        "files that failed otherwise than by 503",
        [
          ...new Set(
            failed.filter(({ status }) => status !== 503).map(({ status, reason }) => `${status} ${reason}`),
          ),
        ],
        [],
      );
      const told = codes.filter(({ status }) => status === 200).map(({ phone }) => phone);
      print(
        `codes by text message: ${codes.length} asked for, ${countBy(codes.map(({ status }) => status))}`,
      );
      expectSame(
        "codes said to be sent that did not arrive",
        told.filter((phone) => !texts.includes(phone)),
        [],
      );

      await sleep(SETTLE_MS);
      const after = await probe.read();
      print(
        `process: ${before.files} files and sockets before, ${after.files} after; timers ${before.resources.Timeout} and ${after.resources.Timeout}; connections to the services: ${all.map(({ countOpen }) => countOpen()).join(", ")}`,
      );
      expectSame("files or sockets leak", after.files > before.files + SPARE_FILES, false);
      expectSame(
        "timers leak",
        (after.resources.Timeout ?? 0) > (before.resources.Timeout ?? 0) + SPARE_TIMERS,
        false,
      );
    } finally {
      await shop.stop();
      for (const service of all) await service.stop();
      gateway.close();
      await Promise.all([sink.stop(), bucket.close(), probe.stop()]);
      await rm(folder, { recursive: true });
    }
  },
};

/** Sends a file and asks for a code twice a second, whether or not those before have been answered. */
function startSending(shop: DrillShop, key: string) {
  const uploads: Upload[] = [];
  const codes: { phone: string; status: number }[] = [];
  const pending = new Set<Promise<void>>();
  const start = (work: () => Promise<void>) => {
    const running: Promise<void> = work().finally(() => pending.delete(running));
    pending.add(running);
  };
  const send = async (path: string, body: Buffer | string, type: string) => {
    const sentAt = performance.now();
    const response = await fetch(shop.url + path, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": type },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
    const answer = await response.text();
    const { ok, status } = response;
    return { status, milliseconds: performance.now() - sentAt, reason: ok ? "" : answer };
  };
  let number = 0;
  const timer = setInterval(() => {
    const content = randomBytes(Math.ceil(Math.random() * LARGEST_FILE));
    const file = { key: randomUUID(), hash: toHash(content) };
    start(async () => {
      const path = `/storage/v1/object/drill/${file.key}`;
      uploads.push({ ...file, ...(await send(path, content, "application/octet-stream")) });
    });
    const phone = `226700${String(number++).padStart(5, "0")}`;
    start(async () => {
      const { status } = await send("/auth/v1/otp", JSON.stringify({ phone }), "application/json");
      codes.push({ phone, status });
    });
  }, UPLOAD_INTERVAL_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      return { uploads, codes };
    },
  };
}

/** Those whose own pause is not over yet are made due, as an operator does (docs/operations.md). */
async function waitForMails(shop: DrillShop) {
  return shop.withDatabase(async (sql) => {
    const start = performance.now();
    let patience = MAILS_TIMEOUT_MS;
    for (;;) {
      await sql`
        update public.mails set next_attempt_at = now() where sent_at is null and failed_at is null and leased_until is null`;
      const [mails] = await sql<{ all: number; waiting: number; failed: number }[]>`
        select count(*)::integer as all, count(*) filter (where failed_at is not null)::integer as failed,
          count(*) filter (where sent_at is null and failed_at is null)::integer as waiting
        from public.mails`;
      if (mails) {
        patience = Math.max(patience, MAILS_TIMEOUT_MS + mails.waiting * MAIL_MS);
        if (mails.waiting === 0 || performance.now() - start > patience) return mails;
      }
      await sleep(1000);
    }
  });
}

/** What was stored is whole in the bucket, and there is no other. */
async function checkUploads(shop: DrillShop, uploads: readonly Upload[]): Promise<void> {
  // The copies on the disk, which the bucket must be able to replace.
  await rm(join(shop.dataDir, "storage/kept/objects"), { recursive: true });
  const wrong: unknown[] = [];
  for (const { key, hash, status } of uploads) {
    const response = await fetch(`${shop.url}/storage/v1/object/public/drill/${key}`);
    const found = response.ok ? toHash(Buffer.from(await response.arrayBuffer())) : null;
    if (found !== (status === 200 ? hash : null)) wrong.push({ key, told: status, found: response.status });
  }
  expectSame("files that are not as they were told", wrong, []);
}

const toHash = (content: Buffer) => createHash("sha256").update(content).digest("hex");

function countBy(values: readonly number[]): string {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${count} × ${value}`).join(", ") || "none";
}
