import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { requestRecovery } from "./recovery.ts";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("requestRecovery", () => {
  const client = { resetPasswordForEmail: vi.fn() };
  const request = () =>
    requestRecovery(async () => client, "awa@exemple.bf", "https://boutique.example/reset-password");

  it("sends the page that the link leads to", async () => {
    client.resetPasswordForEmail.mockResolvedValue({ error: null });
    expect(await request()).toEqual({ kind: "sent" });
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
  ])("returns the message for %s", async (error, message) => {
    client.resetPasswordForEmail.mockResolvedValue({ error });
    expect(await request()).toEqual({ kind: "error", message });
  });

  it("returns an error when the client cannot be loaded", async () => {
    const failed = await requestRecovery(() => Promise.reject(new Error("no code")), "a@b.bf", "x");
    expect(failed).toEqual({
      kind: "error",
      message: "L'email n'a pas pu être envoyé. Veuillez réessayer.",
    });
  });
});
