/** An authenticator app: enrolls as a second factor, and generates codes. */
import type { GoTrueClient } from "@supabase/auth-js";
import { TOTP } from "otpauth";

export interface Authenticator {
  factorId: string;
  /** The next code that the service accepts: each counts once, and one of the next half minute counts already. */
  generate(): string;
}

/** Enrolls an app for the client's account; the client's session is at aal2 afterwards. */
export async function enrollAuthenticator(auth: Pick<GoTrueClient, "mfa">): Promise<Authenticator> {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Téléphone" });
  if (error) throw error;
  const authenticator = createAuthenticator(data.id, data.totp.secret);
  const code = authenticator.generate();
  const verified = await auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  return authenticator;
}

const STEP_MS = 30_000;
/** In the last moments of a step no code of the previous one is given. */
const LAST_MS = 5000;

export function createAuthenticator(factorId: string, secret: string): Authenticator {
  const totp = new TOTP({ secret });
  // The previous step, this one and the next are accepted, each once.
  const used = new Set<number>();
  return {
    factorId,
    generate() {
      const step = Math.floor(Date.now() / STEP_MS);
      const unused = [step, step + 1, step - 1].find((candidate) => !used.has(candidate));
      if (unused === undefined) throw new Error("A fourth code within half a minute would be refused");
      const leftMs = STEP_MS - (Date.now() % STEP_MS);
      if (unused < step && leftMs < LAST_MS) {
        // It would be too old when it arrives: the next step has another code.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leftMs);
        return this.generate();
      }
      used.add(unused);
      return totp.generate({ timestamp: unused * STEP_MS });
    },
  };
}
