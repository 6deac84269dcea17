/** What the page for a forgotten password says when things go wrong, and that it tells nobody who has an account. */
import { address } from "./support/identity.ts";
import { expect, screen, test, toasts, waitFor } from "./support/screen.ts";

const RECOVER = /auth\/v1\/recover/;

test("a refusal is said, what was typed stays, and the next try works", async ({ open, shop }) => {
  const { user } = await open("/reset-password");
  const email = await screen.findByLabelText("Email");
  await user.type(email, "personne@exemple.bf");
  for (const [status, body, said] of [
    [429, { code: "over_email_send_rate_limit", message: "x" }, "Un email vient déjà de vous être envoyé."],
    [503, {}, "Connexion impossible. Vérifiez votre réseau et réessayez."],
  ] as const) {
    const restore = shop.network.answer(RECOVER, () =>
      Response.json(body, { status, headers: { "x-supabase-api-version": "2024-01-01" } }),
    );
    await user.click(screen.getByRole("button", { name: "Recevoir un lien" }));
    await waitFor(() => expect(toasts()[0]).toHaveTextContent(said));
    await screen.findByRole("button", { name: "Recevoir un lien" });
    expect(email).toHaveValue("personne@exemple.bf");
    restore();
  }
  // Nobody has this address, and it is answered as any other.
  await user.click(screen.getByRole("button", { name: "Recevoir un lien" }));
  expect(await screen.findByText(/^Si un compte existe pour/)).toHaveTextContent(
    "Si un compte existe pour personne@exemple.bf",
  );
});

test("a link that is over says so and lets ask again", async ({ open }) => {
  const { user } = await open(
    "/reset-password#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid",
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("Ce lien n'est plus valable");
  expect(screen.getByLabelText("Email")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Retour à la connexion" }));
  await waitFor(() => expect(address()).toBe("/login"));
});

test("who is signed in by password is asked for an address, not for a new password", async ({
  open,
  customer,
}) => {
  await open("/reset-password", { as: await customer() });
  expect(await screen.findByRole("button", { name: "Recevoir un lien" })).toBeVisible();
  expect(screen.queryByLabelText("Nouveau mot de passe")).toBeNull();
});
