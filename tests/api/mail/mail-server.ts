/** A real SMTP server on this machine that accepts or rejects mails as the test configures. */
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { waitForPort } from "#harness/wait-for-port.ts";

/** A refusal, or no answer at all. Null accepts. */
type Answer = { code: number; text: string } | "none" | null;

/** The answers to the steps of a session; all are accepted by default. */
export interface Answers {
  connection(): Answer;
  login(): Answer;
  sender(): Answer;
  recipient(address: string): Answer;
}

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
  /** Replaces the answers to some steps. */
  answer(answers: Partial<Answers>): void;
  /** Accepts mails again, and forgets those that it accepted. */
  reset(): void;
  close(): Promise<void>;
}

const ACCEPT_ALL: Answers = {
  connection: () => null,
  login: () => null,
  sender: () => null,
  recipient: () => null,
};

function respond(answer: Answer, done: (error?: Error | null) => void): void {
  if (answer === null) done();
  else if (answer !== "none") done(Object.assign(new Error(answer.text), { responseCode: answer.code }));
}

/** Without `offersTls` it only accepts unencrypted mails, as a man in the middle may pretend. */
export async function startMailServer({ offersTls = false } = {}): Promise<MailServer> {
  let code = 250;
  let answers = ACCEPT_ALL;
  const mails: Email[] = [];
  const recipients: string[] = [];
  const logins: MailServer["logins"] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: offersTls ? [] : ["STARTTLS"],
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, done) => respond(answers.connection(), done),
    onAuth: ({ username, password }, session, done) => {
      logins.push({ user: username, password, isSecret: session.secure });
      respond(answers.login(), (error) => (error ? done(error) : done(null, { user: username })));
    },
    onMailFrom: (_address, _session, done) => respond(answers.sender(), done),
    onRcptTo: ({ address }, _session, done) => respond(answers.recipient(address), done),
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
    answer: (some) => {
      answers = { ...answers, ...some };
    },
    reset: () => {
      code = 250;
      answers = ACCEPT_ALL;
      for (const list of [mails, recipients, logins]) list.length = 0;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
