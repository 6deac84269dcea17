/** POST /factors: enrolls a second factor. It counts once it has been verified. */
import { randomUUID } from "node:crypto";
import { generateSecret, generateURI } from "otplib";
import { z } from "zod";
import { mapUserWriteErrors } from "#backend/auth/accounts.ts";
import { readBody, text } from "#backend/auth/body.ts";
import type { AuthDeps, CallerEndpoint } from "#backend/auth/endpoint.ts";
import { AuthError, validationFailed } from "#backend/auth/errors.ts";
import { lockCaller } from "#backend/auth/guards.ts";
import { recordEvent } from "#backend/auth/models/audit-log-entry.ts";
import { deleteFactor, type Factor, insertFactor, listFactors } from "#backend/auth/models/factor.ts";
import { parsePhone } from "#backend/auth/phone-number.ts";
import { checkFactorName } from "./factor-params.ts";
import { createQrCodeSvg } from "./qr-code.ts";

const enrollBodySchema = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text });
type EnrollBody = z.infer<typeof enrollBodySchema>;

const MAX_FACTORS = 10;
const MAX_NAME = 100;

export function enrollFactor(deps: AuthDeps): CallerEndpoint {
  return async (c, caller) => {
    const { user, session } = caller;
    const body = await readBody(c.req.raw, enrollBodySchema);
    const type = parseFactorType(deps, body);
    const name = body.friendly_name ?? "";
    if (name.length > MAX_NAME) throw validationFailed("friendly_name is too long");
    const phone = type === "phone" ? parseFactorPhone(body) : null;
    const id = randomUUID();
    const secret = type === "totp" ? generateSecret() : null;
    await mapUserWriteErrors("Error enrolling factor", () =>
      deps.sql.begin(async (tx) => {
        await lockCaller(tx, caller);
        const factors = await listFactors(tx, user.id);
        // An unverified enrollment of the same number is replaced.
        const abandoned = factors.find(
          (factor) => phone !== null && factor.phone === phone && factor.status === "unverified",
        );
        const others = factors.filter((factor) => factor !== abandoned);
        checkEnrollment(others, { name, phone, aal: session?.aal ?? "aal1" });
        if (abandoned) await deleteFactor(tx, abandoned.id);
        await insertFactor(tx, { id, userId: user.id, type, friendlyName: name, secret, phone });
        const event = { actor: user, ip: c.env.ip, traits: { factor_id: id, factor_type: type } };
        await recordEvent(tx, { action: "factor_in_progress", ...event });
      }),
    );
    if (!secret) return Response.json({ id, type, friendly_name: name, phone });
    const label = user.email || user.phone || user.id;
    const uri = generateURI({ issuer: resolveIssuer(body, deps), label, secret });
    const totp = { qr_code: createQrCodeSvg(uri) ?? "", secret, uri };
    return Response.json({ id, type, friendly_name: name, totp });
  };
}

function parseFactorType({ settings }: AuthDeps, { factor_type: type }: EnrollBody): "totp" | "phone" {
  switch (type) {
    case "totp":
      if (settings.totpEnabled) return type;
      throw new AuthError(422, "mfa_totp_enroll_not_enabled", "MFA enroll is disabled for TOTP");
    case "phone":
      if (settings.phoneFactorEnabled) return type;
      throw new AuthError(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
    case "webauthn":
      throw new AuthError(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
    default:
      throw validationFailed("factor_type needs to be totp, phone, or webauthn");
  }
}

function parseFactorPhone({ phone }: EnrollBody): string {
  if (phone) return parsePhone(phone);
  throw validationFailed("Phone number required to enroll Phone factor");
}

function checkEnrollment(
  factors: Factor[],
  { name, phone, aal }: { name: string; phone: string | null; aal: string },
): void {
  const verified = factors.filter(({ status }) => status === "verified");
  if (factors.length >= MAX_FACTORS) {
    const message = "Maximum number of verified factors reached, unenroll to continue";
    throw new AuthError(422, "too_many_enrolled_mfa_factors", message);
  }
  if (verified.length > 0 && aal === "aal1") {
    throw new AuthError(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
  if (verified.some((factor) => phone !== null && factor.phone === phone)) {
    const message = "A verified phone factor already exists, unenroll the existing factor to continue";
    throw new AuthError(422, "mfa_verified_factor_exists", message);
  }
  checkFactorName(name, factors);
}

/** The issuer that the authenticator app shows beside the account. */
function resolveIssuer({ issuer }: EnrollBody, { settings }: AuthDeps): string {
  return issuer || new URL(settings.siteUrl).host;
}
