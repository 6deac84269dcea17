/** The two tabs of the sign-in page, and its redirect when a session exists. */
import { expect, screen, test, waitFor, within } from "#tests/support/screens/screen.ts";
import { getCurrentUrl } from "#tests/support/screens/session.ts";

test("the tabs are in the URL and are moved by arrow keys; the passwords can be shown", async ({ open }) => {
  const { user } = await open("/login?returnUrl=/checkout");
  const signIn = await screen.findByRole("tab", { name: "Connexion" });
  const signUp = screen.getByRole("tab", { name: "Inscription" });
  expect(signIn).toHaveAttribute("aria-selected", "true");
  signIn.focus();
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(signUp).toHaveAttribute("aria-selected", "true"));
  expect(signUp).toHaveFocus();
  expect(signIn).toHaveAttribute("aria-selected", "false");
  expect(getCurrentUrl()).toBe("/login?returnUrl=%2Fcheckout&tab=inscription");
  const form = within(await screen.findByRole("tabpanel", { name: "Inscription" }));
  expect(form.getByLabelText("Prénom")).toBeVisible();

  const password = form.getByLabelText("Mot de passe");
  await user.type(password, "secret1");
  expect(password).toHaveAttribute("type", "password");
  expect(password).toHaveAttribute("autocomplete", "new-password");
  const [show] = form.getAllByRole("button", { name: "Afficher" });
  if (show) await user.click(show);
  expect(password).toHaveAttribute("type", "text");
  expect(password).toHaveValue("secret1");

  signUp.focus();
  await user.keyboard("{ArrowLeft}");
  await waitFor(() => expect(signIn).toHaveAttribute("aria-selected", "true"));
  expect(signIn).toHaveFocus();
  expect(getCurrentUrl()).toBe("/login?returnUrl=%2Fcheckout");

  await open("/login?tab=inscription");
  expect(await screen.findByRole("tab", { name: "Inscription", selected: true })).toBeInTheDocument();
});

test("a signed-in customer is redirected, to the home page when the returnUrl is not safe", async ({
  open,
  customer,
}) => {
  const me = await customer();
  await open("/login", { as: me });
  await waitFor(() => expect(getCurrentUrl()).toBe("/"));
  await open(`/login?returnUrl=${encodeURIComponent("https://evil.example/login")}`);
  await waitFor(() => expect(getCurrentUrl()).toBe("/"));
  await open(`/login?returnUrl=${encodeURIComponent("/products?search=tube pvc#liste")}`);
  await waitFor(() => expect(getCurrentUrl()).toBe("/products?search=tube%20pvc#liste"));
});
