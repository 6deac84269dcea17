/** What the two forms of the sign-in page refuse before they send anything: each sentence beside its field. */
import { expect, screen, test, waitFor, within } from "./support/screen.ts";

async function expectRefused(field: HTMLElement, sentence: string) {
  await waitFor(() => expect(field).toHaveAttribute("aria-invalid", "true"));
  await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(sentence)));
}

test("sign-in", async ({ open, shop }) => {
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
  expect(shop.network.asked(/auth\/v1/)).toHaveLength(0);
});

test("account", async ({ open, customer }) => {
  const me = await customer();
  await open("/account", { as: me });
  await waitFor(() => expect(screen.getByLabelText("Prénom")).toHaveValue("Fatou"));
  expect(await screen.findByRole("complementary", { name: "Votre compte" })).toHaveTextContent(me.email);
});

test("office", async ({ open, administrator }) => {
  const me = await administrator();
  await open("/admin/dashboard", { as: me });
  await screen.findByRole("heading", { level: 1, name: "Tableau de bord" });
});
