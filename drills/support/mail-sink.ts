/** An SMTP server that accepts every mail and counts how often each arrives. */
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { waitForPort } from "#harness/wait-for-port.ts";

export interface MailSink {
  url: string;
  /** How often a mail has arrived, by its Message-ID. */
  arrivals: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export async function startMailSink(): Promise<MailSink> {
  const arrivals = new Map<string, number>();
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onData: async (stream, _session, done) => {
      // A connection that ends in the middle has brought no mail.
      const mail = await text(stream).catch(() => null);
      if (mail === null) return;
      const id = /^message-id:\s*(?<id>\S+)/im.exec(mail)?.groups?.id ?? "none";
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      done(null);
    },
  });
  // A sender that is killed resets its connection.
  sink.on("error", () => {});
  const port = await waitForPort(sink.listen(0, "127.0.0.1"));
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrivals,
    stop: () => new Promise((resolve) => sink.close(resolve)),
  };
}
