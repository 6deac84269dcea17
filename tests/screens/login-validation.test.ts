/** What the two forms of the sign-in page refuse before they send anything: each sentence beside its field. */
import { expectRefused } from "./support/account.ts";
import { expect, screen, test, waitFor, within } from "./support/screen.ts";

const expectAccepted = (field: HTMLElement) =>
  waitFor(() => expect(field).toHaveAttribute("aria-invalid", "false"));

test("the sign-in form names each fault, and takes the sentence away once it is mended", async ({
  open,
  shop,
}) => {
  const { user } = await open("/login");
  const form = within(await screen.findByRole("tabpanel", { name: "Connexion" }));
  const [email, password] = [form.getByLabelText("Email"), form.getByLabelText("Mot de passe")];
  const submit = form.getByRole("button", { name: "Se connecter" });
  await user.click(submit);
  await waitFor(() => expect(email).toHaveFocus());
  await expectRefused(email, "Email invalide");
  await expectRefused(password, "Le mot de passe doit contenir au moins 6 caractères");

  await user.type(email, "fatou@");
  await user.type(password, "12345");
  await user.click(submit);
  await expectRefused(email, "Email invalide");
  await expectRefused(password, "Le mot de passe doit contenir au moins 6 caractères");
  await user.clear(password);
  await user.type(password, "x".repeat(73));
  await expectRefused(password, "Le mot de passe ne peut pas dépasser 72 caractères");
  await user.type(email, "exemple.bf");
  await expectAccepted(email);
  await user.clear(password);
  await user.type(password, "123456");
  await expectAccepted(password);
  expect(shop.network.asked(/auth\/v1/)).toHaveLength(0);
});

test("the registration names each fault, also that the passwords differ", async ({ open, shop }) => {
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
    await expectRefused(firstName, "Le prénom est requis");
    await expectRefused(lastName, "Le nom est requis");
    await expectRefused(phone, "Le numéro de téléphone est requis");
    await expectRefused(email, "Email invalide");
    await expectRefused(password, "Le mot de passe doit contenir au moins 6 caractères");
    await expectRefused(confirmation, "Veuillez confirmer votre mot de passe");
  }
  await user.click(submit);
  await expectAllRefused();
  expect(firstName).toHaveFocus();

  await fill(" F ", "S", "70 12 34", "fatou.exemple.bf", "12345", "12345");
  await user.click(submit);
  await expectAllRefused();

  await fill("Fa", "So", "70 12 34 56", "fatou@exemple.bf", "123456", "1234567");
  await user.click(submit);
  await expectRefused(confirmation, "Les mots de passe ne correspondent pas");
  await waitFor(() => expect(confirmation).toHaveFocus());
  for (const field of fields.slice(0, -1)) await expectAccepted(field);
  expect(shop.network.asked(/auth\/v1/)).toHaveLength(0);
});
