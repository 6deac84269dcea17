import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from "@supabase/auth-js";
import { beforeEach, expect, it, vi } from "vitest";
import { changePassword } from "./change-password.ts";

const client = { updateUser: vi.fn() };
const passwords = { currentPassword: "secret1", newPassword: "secret2" };
const change = () => changePassword(async () => client, passwords);

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("sends the new password with the current one", async () => {
  client.updateUser.mockResolvedValue({ error: null });
  expect(await change()).toEqual({ kind: "changed" });
  expect(client.updateUser).toHaveBeenCalledWith({ password: "secret2", current_password: "secret1" });
});

it.each([
  [
    "a wrong current password",
    new AuthApiError("Current password required", 400, "current_password_invalid"),
    "currentPassword",
    "Le mot de passe actuel est incorrect.",
  ],
  [
    "the same password",
    new AuthApiError("New password should be different", 422, "same_password"),
    "newPassword",
    "Le nouveau mot de passe doit être différent de l'actuel.",
  ],
  [
    "a weak password",
    new AuthWeakPasswordError("weak", 422, ["characters"]),
    "newPassword",
    "Ce mot de passe est trop faible : il manque des lettres, des chiffres ou des symboles.",
  ],
  [
    "too many guesses",
    new AuthApiError("slow down", 429, "over_request_rate_limit"),
    null,
    "Trop de tentatives de connexion. Veuillez patienter.",
  ],
  ["a missing session", new AuthSessionMissingError(), null, "Votre session est terminée. Reconnectez-vous."],
  [
    "a lost network",
    new AuthRetryableFetchError("Failed to fetch", 0),
    null,
    "Connexion impossible. Vérifiez votre réseau et réessayez.",
  ],
  [
    "an error without a message",
    new AuthApiError("", 422, undefined),
    null,
    "Le mot de passe n'a pas pu être changé. Veuillez réessayer.",
  ],
])("returns the message for %s, with its field", async (_, error, field, message) => {
  client.updateUser.mockResolvedValue({ error });
  expect(await change()).toEqual({ kind: "error", field, message });
});

it("does not throw when the client does", async () => {
  client.updateUser.mockRejectedValue(new Error("no code"));
  expect(await change()).toMatchObject({ kind: "error", field: null });
});
