import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { recoveryStep, requestRecovery } from "./recovery.ts";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("asking for the mail", () => {
  const client = { resetPasswordForEmail: vi.fn() };
  const ask = () =>
    requestRecovery(async () => client, "awa@exemple.bf", "https://boutique.example/reset-password");

  it("names the page that the link leads to", async () => {
    client.resetPasswordForEmail.mockResolvedValue({ error: null });
    expect(await ask()).toEqual({ kind: "sent" });
    expect(client.resetPasswordForEmail).toHaveBeenCalledWith("awa@exemple.bf", {
      redirectTo: "https://boutique.example/reset-password",
    });
  });

  it.each([
    [
      new AuthApiError("too soon", 429, "over_email_send_rate_limit"),
      "Un email vient déjà de vous être envoyé. Veuillez patienter avant de réessayer.",
    ],
    [
      new AuthRetryableFetchError("Failed to fetch", 0),
      "Connexion impossible. Vérifiez votre réseau et réessayez.",
    ],
  ])("says of %s what to do", async (error, message) => {
    client.resetPasswordForEmail.mockResolvedValue({ error });
    expect(await ask()).toEqual({ kind: "refused", message });
  });

  it("says so when the service cannot even be asked", async () => {
    const failed = await requestRecovery(() => Promise.reject(new Error("no code")), "a@b.bf", "x");
    expect(failed).toEqual({
      kind: "refused",
      message: "L'email n'a pas pu être envoyé. Veuillez réessayer.",
    });
  });
});

describe("who comes to the page", () => {
  const client = { getSession: vi.fn(), mfa: { getAuthenticatorAssuranceLevel: vi.fn() } };
  const arrive = (session: boolean, methods: object[], fragment: string) => {
    client.getSession.mockResolvedValue({ data: { session: session ? {} : null } });
    client.mfa.getAuthenticatorAssuranceLevel.mockResolvedValue({
      data: { currentAuthenticationMethods: methods },
    });
    return recoveryStep(client, fragment);
  };

  it.each([
    ["a visitor", false, [], "", "ask"],
    ["by a link that is over", false, [], "#error=access_denied&error_code=otp_expired", "late"],
    ["by the link", true, [{ method: "otp" }], "#access_token=x&type=recovery", "choose"],
    ["again after the link", true, [{ method: "recovery", timestamp: 1 }], "", "choose"],
    ["signed in by password", true, [{ method: "password", timestamp: 1 }], "", "ask"],
  ])("%s", async (_who, session, methods, fragment, step) => {
    expect(await arrive(session, methods, fragment)).toBe(step);
  });
});
