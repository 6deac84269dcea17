import { describe, expect, it } from "vitest";
import { translateAuthError } from "./auth-error-message.ts";

const fallback = "Une erreur s'est produite lors de la connexion.";

describe("translateAuthError", () => {
  it.each([
    ["invalid_credentials", "Email ou mot de passe incorrect."],
    ["email_not_confirmed", "Veuillez confirmer votre email avant de vous connecter."],
    ["over_request_rate_limit", "Trop de tentatives de connexion. Veuillez patienter."],
    ["current_password_required", "Le mot de passe actuel est requis."],
    ["current_password_invalid", "Le mot de passe actuel est incorrect."],
    ["same_password", "Le nouveau mot de passe doit être différent de l'actuel."],
    ["session_not_found", "Votre session est terminée. Reconnectez-vous."],
    ["user_already_exists", "Un compte existe déjà avec cet email. Connectez-vous."],
    ["email_exists", "Un compte existe déjà avec cet email. Connectez-vous."],
    ["email_address_invalid", "Email invalide"],
    ["user_banned", "Ce compte est suspendu. Contactez-nous pour en savoir plus."],
    ["signup_disabled", "Les inscriptions sont fermées pour le moment."],
    ["email_provider_disabled", "La connexion par email est fermée pour le moment."],
    [
      "over_email_send_rate_limit",
      "Un email vient déjà de vous être envoyé. Veuillez patienter avant de réessayer.",
    ],
  ])("translates %s", (code, message) => {
    expect(translateAuthError({ code, message: "Service text" }, fallback)).toBe(message);
  });

  it("lists why a password is weak, without unknown reasons", () => {
    const error = { code: "weak_password", message: "weak" };
    expect(translateAuthError({ ...error, reasons: ["length", "pwned", "astrology"] }, fallback)).toBe(
      "Ce mot de passe est trop faible : il est trop court, il est trop facile à deviner.",
    );
    expect(translateAuthError({ ...error, reasons: ["characters"] }, fallback)).toBe(
      "Ce mot de passe est trop faible : il manque des lettres, des chiffres ou des symboles.",
    );
    expect(translateAuthError(error, fallback)).toBe("Ce mot de passe est trop faible.");
  });

  it("recognizes a rate limit by its status alone", () => {
    expect(translateAuthError({ status: 429, message: "slow down" }, fallback)).toBe(
      "Trop de tentatives de connexion. Veuillez patienter.",
    );
  });

  it("returns the service's message, and the fallback when there is none", () => {
    expect(translateAuthError({ code: "new_code", message: "Nouvelle règle" }, fallback)).toBe(
      "Nouvelle règle",
    );
    expect(translateAuthError({ message: "" }, fallback)).toBe(fallback);
  });
});
