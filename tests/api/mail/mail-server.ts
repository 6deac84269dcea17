/** A real SMTP server on this machine that accepts or rejects mails as the test configures. */
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { waitForPort } from "#tests/support/wait-for-port.ts";

export interface MailServer {
  url: string;
  /** The accepted mails, in the order of arrival. */
  mails: Email[];
  /** The recipients, from the SMTP commands. */
  recipients: string[];
  /** The credentials of the senders, and whether the connection was encrypted. */
  logins: { user?: string | null; password?: string | null; isSecret: boolean }[];
  /** Sets the response code of all further mails: 250 accepts them, any other rejects them. */
  respondWith(code: number): void;
  /** Accepts mails again, and forgets those that it accepted. */
  reset(): void;
  close(): Promise<void>;
}

/** Without `offersTls` it only accepts unencrypted mails, as a man in the middle may pretend. */
export async function startMailServer({ offersTls = false } = {}): Promise<MailServer> {
  let code = 250;
  const mails: Email[] = [];
  const recipients: string[] = [];
  const logins: MailServer["logins"] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: offersTls ? [] : ["STARTTLS"],
    logger: false,
    onAuth: ({ username, password }, session, done) => {
      logins.push({ user: username, password, isSecret: session.secure });
      done(null, { user: username });
    },
    onData: async (stream, session, done) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const rejection = Object.assign(new Error("Not now, <someone@exemple.bf>"), { responseCode: code });
      if (code !== 250) return done(rejection);
      mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      done(null);
    },
  });
  const port = await waitForPort(server.listen(0, "127.0.0.1"));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipients,
    logins,
    respondWith: (next) => {
      code = next;
    },
    reset: () => {
      code = 250;
      for (const list of [mails, recipients, logins]) list.length = 0;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
