/** Client-side validation of the sign-in page's two forms: each error beside its field. */
import { expectFieldError } from "#tests/support/screens/account.ts";
import { expect, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";

const expectAccepted = (field: HTMLElement) =>
  waitFor(() => expect(field).toHaveAttribute("aria-invalid", "false"));

test("the sign-in form shows each error, and removes it once it is corrected", async ({ open, shop }) => {
  const { user } = await open("/login");
  const form = within(await screen.findByRole("tabpanel", { name: "Connexion" }));
  const [email, password] = [form.getByLabelText("Email"), form.getByLabelText("Mot de passe")];
  const submit = form.getByRole("button", { name: "Se connecter" });
  await user.click(submit);
  await waitFor(() => expect(email).toHaveFocus());
  await expectFieldError(email, "Email invalide");
  await expectFieldError(password, "Le mot de passe doit contenir au moins 6 caractères");

  await user.type(email, "fatou@");
  await user.type(password, "12345");
  await user.click(submit);
  await expectFieldError(email, "Email invalide");
  await expectFieldError(password, "Le mot de passe doit contenir au moins 6 caractères");
  await user.clear(password);
  await user.type(password, "x".repeat(73));
  await expectFieldError(password, "Le mot de passe ne peut pas dépasser 72 caractères");
  await user.type(email, "exemple.bf");
  await expectAccepted(email);
  await user.clear(password);
  await user.type(password, "123456");
  await expectAccepted(password);
  expect(shop.network.listRequests(/auth\/v1\/(?!settings)/)).toHaveLength(0);
});

test("the registration shows each error, also that the passwords differ", async ({ open, shop }) => {
  const { user } = await open("/login?tab=inscription");
  const form = within(await screen.findByRole("tabpanel", { name: "Inscription" }));
  const firstName = form.getByLabelText("Prénom");
  const lastName = form.getByLabelText("Nom");
  const phone = form.getByLabelText("Téléphone");
  const email = form.getByLabelText("Email");
  const password = form.getByLabelText("Mot de passe");
  const confirmation = form.getByLabelText("Confirmer le mot de passe");
  const fields = [firstName, lastName, phone, email, password, confirmation];
  const submit = form.getByRole("button", { name: "Créer mon compte" });

  async function fill(...texts: string[]) {
    for (const [index, field] of fields.entries()) {
      await user.clear(field);
      await user.type(field, texts[index] ?? "");
    }
  }
  async function expectAllRefused() {
    await expectFieldError(firstName, "Le prénom est requis");
    await expectFieldError(lastName, "Le nom est requis");
    await expectFieldError(phone, "Le numéro de téléphone est requis");
    await expectFieldError(email, "Email invalide");
    await expectFieldError(password, "Le mot de passe doit contenir au moins 6 caractères");
    await expectFieldError(confirmation, "Veuillez confirmer votre mot de passe");
  }
  await user.click(submit);
  await expectAllRefused();
  expect(firstName).toHaveFocus();

  await fill(" F ", "S", "70 12 34", "fatou.exemple.bf", "12345", "12345");
  await user.click(submit);
  await expectAllRefused();

  await fill("Fa", "So", "70 12 34 56", "fatou@exemple.bf", "123456", "1234567");
  await user.click(submit);
  await expectFieldError(confirmation, "Les mots de passe ne correspondent pas");
  await waitFor(() => expect(confirmation).toHaveFocus());
  for (const field of fields.slice(0, -1)) await expectAccepted(field);
  expect(shop.network.listRequests(/auth\/v1\/(?!settings)/)).toHaveLength(0);
});
