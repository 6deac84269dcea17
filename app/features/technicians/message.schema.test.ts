import { expect, it } from "vitest";
import { messageSchema } from "./message.schema.ts";

const whole = {
  name: " Awa Ouédraogo ",
  email: " awa@exemple.bf ",
  phone: "70 12 34 56",
  message: " Un robinet fuit. ",
};

/** The first sentence for each field that is wrong. */
function refusals(values: Partial<typeof whole>) {
  const { error } = messageSchema.safeParse({ ...whole, ...values });
  const sentences: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) sentences[String(path[0])] ??= message;
  return sentences;
}

it("tidies what it accepts", () => {
  expect(messageSchema.parse(whole)).toEqual({
    name: "Awa Ouédraogo",
    email: "awa@exemple.bf",
    phone: "+22670123456",
    message: "Un robinet fuit.",
  });
});

it("says all that is missing at once", () => {
  expect(refusals({ name: " ", email: "", phone: " ", message: "" })).toEqual({
    name: "Le nom est requis",
    email: "Email invalide",
    phone: "Le téléphone est requis",
    message: "Le message doit contenir au moins 10 caractères",
  });
});

it.each([
  [{ email: "awa@exemple" }, { email: "Email invalide" }],
  [{ phone: "70 12" }, { phone: "Numéro de téléphone invalide" }],
  [{ phone: `${"7".repeat(41)}` }, { phone: "Numéro de téléphone invalide" }],
  [{ message: "neuf !!!!" }, { message: "Le message doit contenir au moins 10 caractères" }],
  [{ message: `  neuf !!!!  ` }, { message: "Le message doit contenir au moins 10 caractères" }],
  [{ phone: `70123456${" ".repeat(33)}1` }, { phone: "Numéro de téléphone invalide" }],
  [{ name: "A", message: "dix !!!!!!" }, {}],
  [{ name: "a".repeat(200), message: "a".repeat(5000) }, {}],
  [{ message: "a".repeat(5001) }, { message: "5000 caractères au plus" }],
  [{ name: "a".repeat(201) }, { name: "200 caractères au plus" }],
])("answers %o with %o", (values, expected) => {
  expect(refusals(values)).toEqual(expected);
});
