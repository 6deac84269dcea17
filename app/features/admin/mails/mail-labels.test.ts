import { expect, it } from "vitest";
import { formatMailError, getMailKindInfo, getMailState, isAccountMail } from "./mail-labels.ts";

const waiting = { sent_at: null, is_local: false, failed_at: null };

it("derives the state of a mail", () => {
  const at = "2026-11-21T14:05:00Z";
  expect(getMailState(waiting)).toBe("waiting");
  expect(getMailState({ ...waiting, failed_at: at })).toBe("failed");
  expect(getMailState({ ...waiting, sent_at: at, failed_at: at })).toBe("sent");
  expect(getMailState({ ...waiting, sent_at: at, is_local: true })).toBe("local");
});

it("has a label for every kind, also for an unknown one", () => {
  expect(
    ["order_confirmation", "account_recovery", "newsletter"].map((kind) => getMailKindInfo(kind).label),
  ).toEqual(["Confirmation de commande", "Nouveau mot de passe", "Autre e-mail"]);
  expect(["order_confirmation", "account_recovery"].map(isAccountMail)).toEqual([false, true]);
});

it.each([
  ["The mail server answered 550 (EENVELOPE)", "Le serveur de messagerie a refusé le message (550)"],
  ["The mail server answered 421 (ECONNECTION)", "Le serveur de messagerie n'a pas pu le prendre (421)"],
  [
    "The mail server answered 535 (EAUTH)",
    "Le serveur de messagerie a refusé l'identifiant de la boutique (535)",
  ],
  ["No answer (ETIMEDOUT)", "Le serveur de messagerie ne répond pas (ETIMEDOUT)"],
  ["The subject was deleted", "Ce dont il parle a été supprimé"],
  ["The mail could not be composed (TypeError)", "Il n'a pas pu être composé (TypeError)"],
  ["The mail could not be written to a file (ENOSPC)", "Le fichier n'a pas pu être écrit (ENOSPC)"],
  ["Something else", "Something else"],
])("translates %j", (reason, message) => {
  expect(formatMailError(reason)).toBe(message);
});
