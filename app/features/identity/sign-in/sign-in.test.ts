import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthWeakPasswordError,
  type GoTrueClient,
} from "@supabase/auth-js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type NewAccount, signInWithPassword, signUpWithPassword } from "./sign-in.ts";

const client = { signInWithPassword: vi.fn(), signUp: vi.fn() } satisfies Pick<
  GoTrueClient,
  "signInWithPassword" | "signUp"
>;
const REDIRECT = "https://boutique.example/login";
const connect = async () => client;
const account: NewAccount = {
  firstName: "Awa",
  lastName: "Ouédraogo",
  phone: "70 12 34 56",
  email: "Awa@Example.bf",
  password: "secret1",
};

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("signInWithPassword", () => {
  it("sends the e-mail in lower case", async () => {
    client.signInWithPassword.mockResolvedValue({ error: null });
    expect(await signInWithPassword(connect, "Awa@Example.BF", "secret1")).toEqual({ kind: "signed-in" });
    expect(client.signInWithPassword).toHaveBeenCalledWith({ email: "awa@example.bf", password: "secret1" });
  });

  it("returns the error with the title of the specification", async () => {
    const error = new AuthApiError("Invalid login credentials", 400, "invalid_credentials");
    client.signInWithPassword.mockResolvedValue({ error });
    expect(await signInWithPassword(connect, "a@b.bf", "secret1")).toEqual({
      kind: "error",
      title: "Erreur de connexion",
      message: "Email ou mot de passe incorrect.",
    });
  });

  it("has a fallback for an error without a message", async () => {
    client.signInWithPassword.mockResolvedValue({ error: new AuthApiError("", 400, undefined) });
    expect(await signInWithPassword(connect, "a@b.bf", "secret1")).toEqual({
      kind: "error",
      title: "Erreur de connexion",
      message: "Une erreur s'est produite lors de la connexion.",
    });
  });

  it("does not return the browser's own message for a network error", async () => {
    client.signInWithPassword.mockResolvedValue({ error: new AuthRetryableFetchError("Failed to fetch", 0) });
    expect(await signInWithPassword(connect, "a@b.bf", "secret1")).toMatchObject({
      message: "Connexion impossible. Vérifiez votre réseau et réessayez.",
    });
  });

  it("returns an error when the client cannot be loaded", async () => {
    const broken = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
    expect(await signInWithPassword(broken, "a@b.bf", "secret1")).toMatchObject({
      kind: "error",
      title: "Erreur",
      message: "Une erreur inattendue s'est produite. Veuillez réessayer.",
    });
  });
});

describe("signUpWithPassword", () => {
  it("sends the name, and the normalized phone number", async () => {
    client.signUp.mockResolvedValue({ data: { session: {} }, error: null });
    expect(await signUpWithPassword(connect, account, REDIRECT)).toEqual({ kind: "signed-in" });
    expect(client.signUp).toHaveBeenCalledWith({
      email: "awa@example.bf",
      password: "secret1",
      options: {
        emailRedirectTo: REDIRECT,
        data: { first_name: "Awa", last_name: "Ouédraogo", phone: "+22670123456" },
      },
    });
  });

  it("recognizes an account that needs its confirmation", async () => {
    client.signUp.mockResolvedValue({ data: { session: null }, error: null });
    expect(await signUpWithPassword(connect, account, REDIRECT)).toEqual({ kind: "confirm-email" });
  });

  it("returns the reasons of a weak password", async () => {
    client.signUp.mockResolvedValue({ data: {}, error: new AuthWeakPasswordError("weak", 422, ["length"]) });
    expect(await signUpWithPassword(connect, account, REDIRECT)).toEqual({
      kind: "error",
      title: "Erreur",
      message: "Ce mot de passe est trop faible : il est trop court.",
      field: "password",
    });
  });

  it("has a fallback for an error without a message", async () => {
    client.signUp.mockResolvedValue({ data: {}, error: new AuthApiError("", 400, undefined) });
    expect(await signUpWithPassword(connect, account, REDIRECT)).toMatchObject({
      message: "Impossible de créer un compte. Veuillez réessayer.",
    });
  });
});
