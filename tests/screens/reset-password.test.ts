/** Errors of the password reset, which does not disclose whether an account exists. */
import { expect, screen, test, waitFor } from "#tests/support/screens/screen.ts";
import { getCurrentUrl } from "#tests/support/screens/session.ts";
import { getToasts } from "#tests/support/screens/toasts.ts";

const RECOVER = /auth\/v1\/recover/;

test("a rejection is reported, the form retains its value, and the next attempt works", async ({
  open,
  shop,
}) => {
  const { user } = await open("/reset-password");
  const email = await screen.findByLabelText("Email");
  await user.type(email, "personne@exemple.bf");
  for (const [status, body, said] of [
    [429, { code: "over_email_send_rate_limit", message: "x" }, "Un email vient déjà de vous être envoyé."],
    [503, {}, "Connexion impossible. Vérifiez votre réseau et réessayez."],
  ] as const) {
    const restore = shop.network.respond(RECOVER, () =>
      Response.json(body, { status, headers: { "x-supabase-api-version": "2024-01-01" } }),
    );
    await user.click(screen.getByRole("button", { name: "Recevoir un lien" }));
    await waitFor(() => expect(getToasts()[0]).toHaveTextContent(said));
    await screen.findByRole("button", { name: "Recevoir un lien" });
    expect(email).toHaveValue("personne@exemple.bf");
    restore();
  }
  // Nobody has this address, and the response is the same.
  await user.click(screen.getByRole("button", { name: "Recevoir un lien" }));
  expect(await screen.findByText(/^Si un compte existe pour/)).toHaveTextContent(
    "Si un compte existe pour personne@exemple.bf",
  );
});

test("an expired link says so and can be requested again", async ({ open }) => {
  const { user } = await open(
    "/reset-password#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid",
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("Ce lien n'est plus valable");
  expect(screen.getByLabelText("Email")).toBeVisible();
  await user.click(screen.getByRole("link", { name: "Retour à la connexion" }));
  await waitFor(() => expect(getCurrentUrl()).toBe("/login"));
});

test("a customer signed in by password is asked for an address, not for a new password", async ({
  open,
  customer,
}) => {
  await open("/reset-password", { as: await customer() });
  expect(await screen.findByRole("button", { name: "Recevoir un lien" })).toBeVisible();
  expect(screen.queryByLabelText("Nouveau mot de passe")).toBeNull();
});
