/** A backend for tests of mails: over a database of the test's own, with senders that the test starts and stops. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { vi } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import type { TextGateway } from "#backend/core/text-gateway.ts";
import { startMail } from "#jobs/mail/index.ts";
import { type SenderOptions, startSender } from "#jobs/mail/sender.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { readMails } from "#tests/support/mails.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";

export interface MailBackend extends TestBackend {
  /** Connected as the owner of the tables. */
  owner: Sql;
  /** Starts a sender; without a server it writes mails to files. Returns the function that stops it. */
  startSender(smtpUrl?: string | null, from?: string | null, textGateway?: TextGateway): () => Promise<void>;
  /** Starts a sender with its own timing or transport. Returns the function that stops it. */
  runSender(options: Pick<SenderOptions, "transport"> & Partial<SenderOptions>): () => Promise<void>;
  /** Waits for this number of files. */
  waitForMails(count: number): Promise<Email[]>;
  /** Stops the senders and deletes orders and mails; accounts and products stay. */
  reset(): Promise<void>;
}

const SITE_URL = "https://boutique.example";

export async function startMailBackend(): Promise<MailBackend> {
  const backend = await startTestBackend();
  const owner = backend.database.connect("supabase_admin");
  await liftLimits(owner, "order");
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-mail-"));
  const log = createLogger("silent");
  const running = new Set<() => Promise<void>>();
  async function stopAll(): Promise<void> {
    await Promise.all([...running].map((stop) => stop()));
    running.clear();
  }
  function run(stop: () => Promise<void>): () => Promise<void> {
    running.add(stop);
    return () => {
      running.delete(stop);
      return stop();
    };
  }
  return {
    ...backend,
    owner,
    startSender: (smtpUrl = null, from = null, textGateway) => {
      const config = {
        mail: { smtpUrl, from },
        dataDir,
        siteUrl: SITE_URL,
        textGateway: textGateway ?? null,
      };
      return run(startMail(backend.database.target, config, log));
    },
    runSender: (options) => {
      const sql = options.sql ?? backend.database.connect("postgres", 2);
      return run(startSender({ siteUrl: SITE_URL, from: null, log, ...options, sql }));
    },
    waitForMails: (count) =>
      vi.waitFor(
        async () => {
          const mails = await readMails(dataDir);
          if (mails.length < count) throw new Error(`${mails.length} mails, not ${count}`);
          return mails;
        },
        { timeout: WAIT_TIMEOUT_MS, interval: 50 },
      ),
    reset: async () => {
      await stopAll();
      await owner`delete from public.orders`;
      await owner`delete from public.mails`;
      await rm(join(dataDir, "mails"), { recursive: true, force: true });
    },
    close: async () => {
      await stopAll();
      await backend.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
