/** The second factor of the signed-in account: presenting, enrolling and removing it. Never throws. */
import type { AuthError, Factor, GoTrueClient } from "@supabase/auth-js";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getAuthErrorMessage, UNEXPECTED_ERROR } from "#app/lib/supabase/auth-error-message.ts";
import { reauthenticate } from "#app/lib/supabase/reauthentication.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { consumeRecoveryCode } from "./recovery-codes.mutations.ts";

const WRONG_RECOVERY_CODE = "Ce code de secours est faux ou a déjà servi.";

const NOT_REAUTHENTICATED = "Confirmez d'abord que c'est bien vous.";

/** The error message of a failure; null after a success. */
type Outcome = Promise<string | null>;

/** A factor that is shown to be scanned; it counts once a code of it has been presented. */
export interface Enrollment {
  factorId: string;
  /** A data URL. */
  qrCode: string;
  /** The same in text, to be typed. */
  secret: string;
}

/** Presents a code of an authenticator app, of whichever of the account's apps. The session is at aal2 then. */
export function presentCode(code: string): Outcome {
  return run(async (client) => {
    const factors = (await listFactors(client)).filter(({ status }) => status === "verified");
    let failure: AuthError | null = null;
    for (const { id } of factors) {
      const { error } = await client.mfa.challengeAndVerify({ factorId: id, code });
      if (!error) return null;
      failure = error;
      if (error.code !== "mfa_verification_failed") break;
    }
    return failure ? toMessage(failure) : UNEXPECTED_ERROR;
  }, toOutcome);
}

/** Presents a recovery code instead. */
export function presentRecoveryCode(code: string): Outcome {
  return run(async (client) => {
    if (!(await consumeRecoveryCode(getSupabase(), code))) return WRONG_RECOVERY_CODE;
    const { error } = await client.refreshSession();
    return error ? toMessage(error) : null;
  }, toOutcome);
}

/** Begins an enrollment, instead of those that were begun and not finished. */
export function startEnrollment(issuer: string): Promise<Enrollment | { error: string }> {
  return run<Enrollment | { error: string }>(
    async (client) => {
      for (const { id, status } of await listFactors(client)) {
        if (status === "unverified") await client.mfa.unenroll({ factorId: id });
      }
      const enroll = () =>
        client.mfa.enroll({
          factorType: "totp",
          friendlyName: `Application, ${formatDateTime(new Date())}`,
          issuer,
        });
      const first = await enroll();
      const isRefused = first.error?.code === "reauthentication_needed";
      if (isRefused && !(await reauthenticate())) return { error: NOT_REAUTHENTICATED };
      const { data, error } = isRefused ? await enroll() : first;
      if (error) return { error: toMessage(error) };
      return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
    },
    (error) => ({ error }),
  );
}

/** Proves that the app shows the right codes. Other sessions that have presented the password alone end. */
export function finishEnrollment({ factorId }: Enrollment, code: string): Outcome {
  return run(async (client) => {
    const { error } = await client.mfa.challengeAndVerify({ factorId, code });
    return error && toMessage(error);
  }, toOutcome);
}

/** Removes every factor of the account. The session must have presented one. */
export function removeFactors(): Outcome {
  return run(async (client) => {
    for (const { id } of await listFactors(client)) {
      const { error } = await client.mfa.unenroll({ factorId: id });
      if (error) return toMessage(error);
    }
    // The stored session names the factors, and so does its token's level.
    const { error } = await client.refreshSession();
    return error && toMessage(error);
  }, toOutcome);
}

/** Asks the service, since a stored session may know fewer. Throws an AuthError. */
async function listFactors(client: GoTrueClient): Promise<Factor[]> {
  const { data, error } = await client.getUser();
  if (error) throw error;
  return data.user.factors ?? [];
}

/** `toResult` makes the result of an unexpected failure. */
async function run<Result>(
  action: (client: GoTrueClient) => Promise<Result>,
  toResult: (message: string) => Result,
): Promise<Result> {
  try {
    return await action(await getAuthClient());
  } catch (error) {
    console.error("identity: the second factor", error);
    return toResult(UNEXPECTED_ERROR);
  }
}

const toOutcome = (message: string): string | null => message;

function toMessage(error: AuthError): string {
  return getAuthErrorMessage(error, UNEXPECTED_ERROR);
}
