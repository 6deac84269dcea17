/** A real mail server on this machine that takes mails, or refuses them while it is told to. */
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { portOf } from "../../support/port-of.ts";

export interface MailServer {
  url: string;
  /** What it took, in the order of arrival. */
  mails: Email[];
  /** To whom, as the sender's commands said. */
  recipients: string[];
  /** As whom senders signed in, and whether nobody else could read it. */
  signIns: { user?: string | null; password?: string | null; isSecret: boolean }[];
  /** From now on: 250 takes mails, anything else is what it answers each with. */
  answer(code: number): void;
  /** Takes mails again, and forgets those that it took. */
  reset(): void;
  close(): Promise<void>;
}

/** Without `offersTls` it takes mails in clear only, as a server that somebody sits in front of may pretend. */
export async function openMailServer({ offersTls = false } = {}): Promise<MailServer> {
  let code = 250;
  const mails: Email[] = [];
  const recipients: string[] = [];
  const signIns: MailServer["signIns"] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: offersTls ? [] : ["STARTTLS"],
    logger: false,
    onAuth: ({ username, password }, session, done) => {
      signIns.push({ user: username, password, isSecret: session.secure });
      done(null, { user: username });
    },
    onData: async (stream, session, done) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const refusal = Object.assign(new Error("Not now, <someone@exemple.bf>"), { responseCode: code });
      if (code !== 250) return done(refusal);
      mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      done(null);
    },
  });
  const port = await portOf(server.listen(0, "127.0.0.1"));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    recipients,
    signIns,
    answer: (next) => {
      code = next;
    },
    reset: () => {
      code = 250;
      for (const list of [mails, recipients, signIns]) list.length = 0;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
