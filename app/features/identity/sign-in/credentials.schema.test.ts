import { describe, expect, it } from "vitest";
import { changePasswordSchema, signInSchema, signUpSchema } from "./credentials.schema.ts";

type Issues = { path: PropertyKey[]; message: string }[] | undefined;
const toMessages = (issues: Issues) =>
  Object.fromEntries((issues ?? []).toReversed().map((i) => [i.path[0], i.message]));

const account = {
  firstName: "Awa",
  lastName: "Ouédraogo",
  phone: "70 12 34 56",
  email: "awa@example.bf",
  password: "secret1",
  confirmPassword: "secret1",
};

describe("signInSchema", () => {
  it("trims the e-mail and converts it to lower case", () => {
    expect(signInSchema.parse({ email: " Awa@Example.BF ", password: "secret1" })).toEqual({
      email: "awa@example.bf",
      password: "secret1",
    });
  });

  it("reports an error for each invalid field", () => {
    expect(toMessages(signInSchema.safeParse({ email: "awa", password: "12345" }).error?.issues)).toEqual({
      email: "Email invalide",
      password: "Le mot de passe doit contenir au moins 6 caractères",
    });
  });
});

describe("signUpSchema", () => {
  const errors = (changes: Partial<typeof account>) =>
    toMessages(signUpSchema.safeParse({ ...account, ...changes }).error?.issues);

  it("accepts an account and normalizes the phone number", () => {
    expect(signUpSchema.parse({ ...account, firstName: " Awa " })).toEqual({
      ...account,
      phone: "+22670123456",
    });
  });

  it("reports the errors of all fields at once", () => {
    expect(
      errors({ firstName: "A", lastName: " ", phone: "70", email: "x", password: "1", confirmPassword: "" }),
    ).toEqual({
      firstName: "Le prénom est requis",
      lastName: "Le nom est requis",
      phone: "Le numéro de téléphone est requis",
      email: "Email invalide",
      password: "Le mot de passe doit contenir au moins 6 caractères",
      confirmPassword: "Veuillez confirmer votre mot de passe",
    });
  });

  it("reports differing passwords, also while another field is invalid", () => {
    const differ = "Les mots de passe ne correspondent pas";
    expect(errors({ confirmPassword: "secret2" })).toEqual({ confirmPassword: differ });
    expect(errors({ confirmPassword: "secret2", email: "x" })).toEqual({
      confirmPassword: differ,
      email: "Email invalide",
    });
  });

  it("accepts the shortest and longest values of each field, and nothing beyond", () => {
    const short = { password: "123456", confirmPassword: "123456" };
    expect(errors({ firstName: "Li", lastName: "Bo", phone: "70123456", ...short })).toEqual({});
    expect(errors({ phone: "7012345" })).toEqual({ phone: "Le numéro de téléphone est requis" });
    const [name, password] = ["a".repeat(100), "x".repeat(72)];
    expect(errors({ firstName: name, lastName: name, password, confirmPassword: password })).toEqual({});
    const [longName, long] = [`${name}a`, `${password}x`];
    expect(
      errors({
        firstName: longName,
        lastName: longName,
        phone: `70123456${" ".repeat(33)}`,
        password: long,
        confirmPassword: long,
      }),
    ).toEqual({
      firstName: "100 caractères au plus",
      lastName: "100 caractères au plus",
      phone: "Numéro trop long",
      password: "Le mot de passe ne peut pas dépasser 72 caractères",
    });
  });

  it("reports at the field what the auth service would refuse as a whole", () => {
    const accents = "é".repeat(37);
    expect(
      errors({ email: `${"a".repeat(255)}@exemple.bf`, password: accents, confirmPassword: accents }),
    ).toEqual({
      email: "Email invalide",
      password: "Le mot de passe ne peut pas dépasser 72 caractères\u00a0; un accent compte pour deux",
    });
  });

  it("reads an address that was copied with hidden marks, and no name of nothing else", () => {
    expect(errors({ email: "\u202aawa@exemple.bf\u202c" })).toEqual({});
    expect(errors({ firstName: "\u3164\u3164", lastName: "\u200b\u200b\u200b" })).toEqual({
      firstName: "Le prénom est requis",
      lastName: "Le nom est requis",
    });
  });
});

describe("changePasswordSchema", () => {
  const passwords = { currentPassword: "secret1", newPassword: "secret2", confirmPassword: "secret2" };
  const errors = (changes: Partial<typeof passwords>) =>
    toMessages(changePasswordSchema.safeParse({ ...passwords, ...changes }).error?.issues);

  it("accepts a confirmed new password, with a current one of any length", () => {
    expect(errors({ currentPassword: "1" })).toEqual({});
  });

  it("reports all errors at once", () => {
    expect(errors({ currentPassword: "", newPassword: "12345", confirmPassword: "" })).toEqual({
      currentPassword: "Le mot de passe actuel est requis.",
      newPassword: "Le mot de passe doit contenir au moins 6 caractères",
      confirmPassword: "Veuillez confirmer votre mot de passe",
    });
    expect(errors({ currentPassword: "", confirmPassword: "secret3" })).toEqual({
      currentPassword: "Le mot de passe actuel est requis.",
      confirmPassword: "Les mots de passe ne correspondent pas",
    });
  });
});
