/** Admin limits: what is allowed and what was refused, by group; changes, edit conflicts and failures. */
import {
  clickButton,
  expectNoDialog,
  findDialog,
  findRow,
  queryRows,
} from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  fillField,
  type Shop,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestErrorToast, expectNewestToast } from "#tests/support/screens/toasts.ts";

const LIMITS = "/admin/limits";
const LIST = /\/rest\/v1\/rpc\/limits_with_refusals/;
const SAVED = /\/rest\/v1\/limits\?/;
const DIALOG = "Modifier la limite";

async function createLimit(
  shop: Shop,
  name: string,
  label: string,
  maximum = 30,
  period: number | null = 300,
) {
  await shop.sql`
    insert into limits (name, scope, label, maximum, period_seconds)
    values (${name}, 'address', ${label}, ${maximum}, ${period})
    on conflict (name, audience, scope) do update set maximum = excluded.maximum, period_seconds = excluded.period_seconds`;
}

const readLimit = async (shop: Shop, name: string) => {
  const [row] = await shop.sql`
    select maximum::integer, period_seconds from limits where name = ${name} and scope = 'address'`;
  return row;
};

const openDialog = async (user: Parameters<typeof clickButton>[0], label: string) => {
  await waitFor(() => expect(findRow(label)).toBeDefined());
  const group = findRow(label)?.closest("details");
  if (group && !group.open) await user.click(within(group).getByRole("heading"));
  await clickButton(user, `Modifier ${label} (Tout le monde, par adresse IP)`);
  return findDialog(DIALOG);
};

test("limits are shown by group, folded where nothing was refused, with what they allow", async ({
  open,
  shop,
  administrator,
}) => {
  await createLimit(shop, "session_trials", "Sessions d'essai");
  await createLimit(shop, "zebras", "Zèbres", 40, null);
  await shop.sql`update limits set maximum = null where name = 'zebras'`;
  await shop.sql`
    insert into limit_refusals (name, audience, scope, day, refused)
    select 'session_trials', 'everyone', 'address', (now() at time zone 'UTC')::date - days_ago, refused
    from (values (0, 128), (3, 300), (20, 1000)) r (days_ago, refused)`;
  const { user } = await open(LIMITS, { as: await administrator() });
  const accounts = await screen.findByRole("region", { name: "Comptes et lettres" });
  expect(within(accounts).getByText("128 refus aujourd'hui")).toBeInTheDocument();
  expect(findRow("Sessions d'essai")).toHaveTextContent(
    /Tout le monde, par adresse IP\s*30 en 5 minutes\s*128 refus aujourd'hui\s*428 en 7 jours\s*1\s428 en 30 jours/,
  );
  expect(accounts.querySelector("details")).toHaveProperty("open", true);
  const others = screen.getByRole("region", { name: "Autres" });
  expect(others.querySelector("details")).toHaveProperty("open", false);
  await user.click(within(others).getByRole("heading", { name: "Autres" }));
  expect(within(others).getByRole("row", { name: /Zèbres/ })).toHaveTextContent("Sans limite (modifiée)");
});

test("a limit is changed, lifted and set back, and the change is in the audit log", async ({
  open,
  shop,
  administrator,
}) => {
  await createLimit(shop, "sign_trials", "Essais");
  const { user, router } = await open(LIMITS, { as: await administrator() });
  let dialog = await openDialog(user, "Essais");
  expect(dialog).toHaveTextContent("Valeur d'origine : 30 en 5 minutes");
  await fillField(user, within(dialog).getByLabelText("Maximum"), "dix");
  await fillField(user, within(dialog).getByLabelText("Durée"), "31");
  await user.selectOptions(within(dialog).getByLabelText("Unité de la durée"), "jours");
  await clickButton(user, "Enregistrer", dialog);
  await waitFor(() =>
    expect(within(dialog).getByLabelText("Maximum")).toHaveAccessibleDescription(/Le maximum est un nombre/),
  );
  expect(within(dialog).getByLabelText("Durée")).toHaveAccessibleDescription(/La durée est un nombre entier/);
  expect(shop.network.listRequests(SAVED, "PATCH")).toHaveLength(0);
  await fillField(user, within(dialog).getByLabelText("Maximum"), "1 200");
  await fillField(user, within(dialog).getByLabelText("Durée"), "2");
  await clickButton(user, "Enregistrer", dialog);
  await expectNewestToast("Limite enregistrée");
  await expectNoDialog();
  await waitFor(() => expect(findRow("Essais")).toHaveTextContent(/1\s200 en 2 jours \(modifiée\)/));
  expect(await readLimit(shop, "sign_trials")).toEqual({ maximum: 1200, period_seconds: 172_800 });

  dialog = await openDialog(user, "Essais");
  await user.click(within(dialog).getByLabelText("Sans limite"));
  expect(within(dialog).queryByLabelText("Maximum")).toBeNull();
  await clickButton(user, "Enregistrer", dialog);
  await waitFor(() => expect(findRow("Essais")).toHaveTextContent("Sans limite (modifiée)"));
  expect(await readLimit(shop, "sign_trials")).toEqual({ maximum: null, period_seconds: 172_800 });

  dialog = await openDialog(user, "Essais");
  await clickButton(user, "Remettre la valeur d'origine", dialog);
  await clickButton(user, "Enregistrer", dialog);
  await waitFor(() => expect(findRow("Essais")).toHaveTextContent(/30 en 5 minutes(?! \(mod)/));
  expect(await readLimit(shop, "sign_trials")).toEqual({ maximum: 30, period_seconds: 300 });

  await router.navigate("/admin/audit?table=limits");
  await waitFor(() => expect(queryRows()[2]).toHaveTextContent("Maximum"));
  expect(queryRows()[2]).toHaveTextContent(
    /Limites.*Essais.*Maximum : avant : 30.*après : 1\s200.*Durée : avant : 5 minutes.*après : 2 jours.*Pour : Tout le monde/,
  );
  expect(screen.getAllByRole("link", { name: "Essais" })[0]).toHaveAttribute("href", LIMITS);
});

test("another administrator's change is not overwritten without a confirmation", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await createLimit(shop, "vote_trials", "Votes d'essai", 40, null);
  const { user } = await open(LIMITS, { as: await administrator() });
  const dialog = await openDialog(user, "Votes d'essai");
  expect(within(dialog).queryByLabelText("Durée")).toBeNull();
  const maximum = within(dialog).getByLabelText("Maximum");
  await fillField(user, maximum, "50");
  await shop.sql`update limits set maximum = 45 where name = 'vote_trials'`;
  await clickButton(user, "Enregistrer", dialog);
  const conflict = await within(dialog).findByRole("alert");
  expect(conflict).toHaveTextContent("Quelqu'un d'autre a enregistré cette limite entre-temps.");
  expect(conflict).toHaveTextContent("La limite :45 au plus");
  expect(await readLimit(shop, "vote_trials")).toEqual({ maximum: 45, period_seconds: null });
  await clickButton(user, "Prendre leurs valeurs", dialog);
  expect(maximum).toHaveValue("45");
  await fillField(user, maximum, "50");
  await clickButton(user, "Enregistrer", dialog);
  await waitFor(() => expect(findRow("Votes d'essai")).toHaveTextContent("50 au plus (modifiée)"));

  const again = await openDialog(user, "Votes d'essai");
  await shop.sql`delete from limits where name = 'vote_trials'`;
  await clickButton(user, "Enregistrer", again);
  await waitFor(() => expect(within(again).getByRole("alert")).toHaveTextContent(/il a été supprimé/));
  await expectLoggedError(errors, /the limit could not be saved/);
});

test("failures are reported and can be retried, and a shop without limits says so", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  await createLimit(shop, "review_trials", "Avis d'essai");
  const restoreReads = shop.network.fail(LIST);
  const { user } = await open(LIMITS, { as: await administrator() });
  await expectNewestErrorToast("Erreur", "Impossible de charger les limites");
  await expectLoggedError(errors, /load limits/);
  restoreReads();
  await clickButton(user, "Réessayer", await screen.findByRole("main"));
  const dialog = await openDialog(user, "Avis d'essai");
  await fillField(user, within(dialog).getByLabelText("Maximum"), "31");
  const restoreWrites = shop.network.fail(SAVED, { method: "PATCH", message: "disque plein" });
  await clickButton(user, "Enregistrer", dialog);
  await waitFor(() => expect(within(dialog).getByRole("alert")).toHaveTextContent("disque plein"));
  await expectNewestErrorToast("Erreur", "Impossible d'enregistrer la limite");
  await expectLoggedError(errors, /the limit could not be saved/);
  restoreWrites();
  await clickButton(user, "Enregistrer", dialog);
  await expectNewestToast("Limite enregistrée");
  await shop.sql`update limits set maximum = 32 where name = 'review_trials'`;
  await clickButton(user, "Actualiser");
  await waitFor(() => expect(findRow("Avis d'essai")).toHaveTextContent("32 en 5 minutes"));
  shop.network.respond(LIST, () => Response.json([]));
  await open(LIMITS);
  await screen.findByText("Aucune limite pour le moment.");
});

test("the settings lead to the limits", async ({ open, administrator }) => {
  const { user, router } = await open("/admin/settings", { as: await administrator() });
  await user.click(within(await screen.findByRole("main")).getByRole("link", { name: "Limites" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(LIMITS));
});
