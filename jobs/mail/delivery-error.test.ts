import { constants } from "node:os";
import { expect, it } from "vitest";
import { toDeliveryError } from "./delivery-error.ts";

it.each([
  ["EENVELOPE", "RCPT TO", "550 5.1.1 <awa@exemple.bf>: no such user", "permanent"],
  [
    "EENVELOPE",
    "RCPT TO",
    "550-5.1.1 The email account that you tried to reach\n550 does not exist",
    "permanent",
  ],
  ["EENVELOPE", "RCPT TO", "550 5.7.1 Message refused by the recipient", "permanent"],
  ["EENVELOPE", "RCPT TO", "552 5.2.2 Over quota", "permanent"],
  ["EMESSAGE", "DATA", "554 5.7.1 Spam", "permanent"],
  ["EENVELOPE", "RCPT TO", "450 4.2.0 Greylisted", "temporary"],
  ["EENVELOPE", "DATA", "503 Bad sequence", "temporary"],
  ["EMESSAGE", "DATA", "451 Try later", "temporary"],
  ["EMESSAGE", "DATA", "421 Closing", "server"],
  ["EENVELOPE", "MAIL FROM", "550 Sender not allowed", "server"],
  ["EENVELOPE", "MAIL FROM", "452 Too many mails", "server"],
  ["EENVELOPE", "RCPT TO", "550 5.1.8 <a@b.bf>: no such domain", "server"],
  ["EENVELOPE", "RCPT TO", "553 5.7.1 <a@b.bf>: Sender address rejected: not owned by user", "server"],
  ["EENVELOPE", "RCPT TO", "454 4.7.1 Relay access denied", "server"],
  ["EMESSAGE", "DATA", "550 5.7.60 Client does not have permissions to send as this sender", "server"],
  ["EMESSAGE", "DATA", "554 Message rejected: Email address is not verified", "server"],
  ["EMESSAGE", "DATA", "550 5.4.5 Daily user sending limit exceeded", "server"],
  ["EAUTH", "AUTH PLAIN", "535 5.7.8 Bad credentials", "server"],
  ["EAUTH", "AUTH LOGIN", "501 Cannot decode", "server"],
  ["EPROTOCOL", "CONN", "554 No service", "server"],
])("%s after %s with %j is of the kind %4$s", (code, command, response, fault) => {
  const responseCode = Number(response.slice(0, 3));
  const error = Object.assign(new Error("x"), { code, command, response, responseCode });
  expect(toDeliveryError(error)).toMatchObject({
    message: `The mail server answered ${responseCode} (${code})`,
    fault,
  });
});

it.each([
  [{ code: "ETIMEDOUT", command: "CONN" }, "No answer (ETIMEDOUT)", "server"],
  [
    { code: "ESOCKET", errno: -constants.errno.ECONNRESET, command: "CONN" },
    "No answer (ECONNRESET)",
    "server",
  ],
  [{ code: "EAUTH", command: "API" }, "No answer (EAUTH)", "server"],
  [{ code: "EENVELOPE", command: "API" }, "The mail could not be composed (EENVELOPE)", "permanent"],
  [{}, "No answer (unknown)", "server"],
])("%o without an answer: %s", (properties, message, fault) => {
  expect(toDeliveryError(Object.assign(new Error("x"), properties))).toMatchObject({ message, fault });
});
