import { expect, it } from "vitest";
import { messageSchema } from "./message.schema.ts";

const valid = {
  name: " Awa Ouédraogo ",
  email: " awa@exemple.bf ",
  phone: "70 12 34 56",
  message: " Un robinet fuit. ",
};

/** The first error message of each invalid field. */
function getErrors(values: Partial<typeof valid>) {
  const { error } = messageSchema.safeParse({ ...valid, ...values });
  const sentences: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) sentences[String(path[0])] ??= message;
  return sentences;
}

it("trims and normalizes the values", () => {
  expect(messageSchema.parse(valid)).toEqual({
    name: "Awa Ouédraogo",
    email: "awa@exemple.bf",
    phone: "+22670123456",
    message: "Un robinet fuit.",
  });
});

it("reports all missing fields at once", () => {
  expect(getErrors({ name: " ", email: "", phone: " ", message: "" })).toEqual({
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
])("maps %o to the errors %o", (values, expected) => {
  expect(getErrors(values)).toEqual(expected);
});
