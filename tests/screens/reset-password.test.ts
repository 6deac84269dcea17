/**
 * The password reset: its errors, which do not disclose whether an account exists, and its link, which replaces no
 * session without a question.
 */
import {
  type Account,
  expect,
  type Fixtures,
  type Shop,
  screen,
  test,
  waitFor,
} from "#tests/support/screens/screen.ts";
import { findAccountButton, getCurrentUrl, readStoredSession } from "#tests/support/screens/session.ts";
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
    [503, {}, "La boutique est indisponible pour le moment. Réessayez dans quelques minutes."],
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

/** Requests a link in this browser and follows it: the address of the page that it leads to. */
async function requestLink(open: Fixtures["open"], shop: Shop, { email }: Account): Promise<string> {
  const { user } = await open("/reset-password");
  await user.type(await screen.findByLabelText("Email"), email);
  await user.click(screen.getByRole("button", { name: "Recevoir un lien" }));
  await screen.findByText(/^Si un compte existe pour/);
  const [mail] = await shop.sql<{ link: string }[]>`
    select payload ->> 'link' as link from mails
    where recipient = ${email} and kind = 'account_recovery' order by created_at desc limit 1`;
  const { pathname, search } = new URL(mail?.link ?? "");
  const response = await shop.network.fetch(pathname + search, { redirect: "manual" });
  const target = new URL(response.headers.get("location") ?? "");
  return `/reset-password${target.search}${target.hash}`;
}

const findResetForm = () => screen.findByRole("button", { name: "Enregistrer le mot de passe" });

test("the link of this browser leads to the new password, and leaves the address", async ({
  open,
  shop,
  customer,
}) => {
  const me = await customer();
  const address = await requestLink(open, shop, me);
  await open(address);
  await findResetForm();
  expect(getCurrentUrl()).toBe("/reset-password");
  await findAccountButton(me);
  await open("/reset-password");
  expect(await screen.findByText(`Pour le compte ${me.email}.`)).toBeVisible();
});

test("the link of another browser is opened by a press, once", async ({ open, shop, customer }) => {
  const me = await customer();
  const address = await requestLink(open, shop, me);
  localStorage.clear();
  const { user } = await open(address);
  const button = await screen.findByRole("button", { name: "Continuer" });
  expect(readStoredSession()).toBeNull();
  expect(getCurrentUrl()).toBe("/reset-password");
  await user.click(button);
  await findResetForm();
  await findAccountButton(me);
  localStorage.clear();
  const again = await open(address);
  await again.user.click(await screen.findByRole("button", { name: "Continuer" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Ce lien n'est plus valable");
});

test("a link for another account asks before it replaces the session", async ({ open, shop, customer }) => {
  const me = await customer();
  const address = await requestLink(open, shop, await customer());
  localStorage.clear();
  const { user } = await open(address, { as: me });
  await user.click(await screen.findByRole("button", { name: "Continuer" }));
  const stay = await screen.findByRole("button", { name: `Rester connecté comme ${me.email}` });
  await findAccountButton(me);
  await user.click(stay);
  await waitFor(() => expect(getCurrentUrl()).toBe("/account"));
  await findAccountButton(me);
});
