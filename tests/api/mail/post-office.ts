/** A shop whose mails are sent: the backend over a test's own database, with senders that the test starts and stops. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Email } from "postal-mime";
import { vi } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createLogger } from "../../../backend/core/log.ts";
import { startMail } from "../../../backend/mail/index.ts";
import { startTestBackend, type TestBackend } from "../../support/backend.ts";
import { mailsIn } from "../../support/mails.ts";
import { PATIENCE_MS } from "../../support/patience.ts";

export interface PostOffice extends TestBackend {
  /** Owns the tables. */
  owner: Sql;
  /** Starts a sender; without a server its mails are files. Returns what stops it. */
  send(smtpUrl?: string | null, from?: string | null): () => Promise<void>;
  /** Once there are so many files. */
  mails(count: number): Promise<Email[]>;
  /** Stops the senders and forgets orders and mails; accounts and products stay. */
  reset(): Promise<void>;
}

export const SITE = "https://boutique.example";

export async function openPostOffice(): Promise<PostOffice> {
  const backend = await startTestBackend();
  const owner = backend.database.connect("supabase_admin");
  const dataDir = await mkdtemp(join(tmpdir(), "yaare-mail-"));
  const log = createLogger("silent");
  const running = new Set<() => Promise<void>>();
  async function stopAll(): Promise<void> {
    await Promise.all([...running].map((stop) => stop()));
    running.clear();
  }
  return {
    ...backend,
    owner,
    send: (smtpUrl = null, from = null) => {
      const config = { mail: { smtpUrl, from }, dataDir, siteUrl: SITE };
      const stop = startMail(backend.database.target, config, log);
      running.add(stop);
      return () => {
        running.delete(stop);
        return stop();
      };
    },
    mails: (count) =>
      vi.waitFor(
        async () => {
          const mails = await mailsIn(dataDir);
          if (mails.length < count) throw new Error(`${mails.length} mails, not ${count}`);
          return mails;
        },
        { timeout: PATIENCE_MS, interval: 50 },
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
