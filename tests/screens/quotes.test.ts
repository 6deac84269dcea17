/** The file of a quote request: client-side validation, and failed uploads. */
import type { UserEvent } from "@testing-library/user-event";
import {
  allowErrors,
  expect,
  expectLoggedError,
  screen,
  test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";

const STORAGE = /\/storage\/v1\//;
const LOGGED = /quote: the file was not stored/;
const PDF = "%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n";

const pdf = (name: string, ...parts: BlobPart[]) =>
  new File([PDF, ...parts], name, { type: "application/pdf" });
const plan = pdf("Plan de la villa.pdf");

/** Opens an option's popover; without a layout it is visible from the start. */
async function partsOf(name: string) {
  const popover = await screen.findByRole("dialog", { name });
  const input = within(popover).getByLabelText(/^(Joindre|Choisir)/);
  return {
    popover,
    input,
    alert: within(popover).getByRole("alert"),
    next: within(popover).getByRole("link", { name: "Continuer vers WhatsApp" }),
    /** Chooses a file regardless of the input's accept attribute, as every phone allows. */
    choose: (user: UserEvent, file: File) => user.setup({ applyAccept: false }).upload(input, file),
  };
}

test("an invalid file is reported beside the field, before anything is sent", async ({ open, shop }) => {
  const { user } = await open("/request-quote");
  const { input, alert, next, choose } = await partsOf("Envoyer un fichier");
  for (const [file, sentence] of [
    [new File(["MZ"], "virus.exe"), "Ce type de fichier n'est pas accepté."],
    [new File(["<html>"], plan.name), "Le contenu de ce fichier ne correspond pas à son nom."],
    [new File([], plan.name), "Ce fichier est vide."],
    [pdf(`${"a".repeat(252)}.pdf`), "Le nom de ce fichier est trop long."],
    [pdf(plan.name, new Uint8Array(10 * 1024 * 1024)), "Ce fichier dépasse 10 Mo."],
  ] as const) {
    await choose(user, file);
    await waitFor(() => expect(alert).toHaveTextContent(sentence));
    expect(input).toHaveAccessibleDescription(expect.stringContaining(sentence));
    expect(input).toHaveAttribute("aria-invalid", "true");
  }
  expect(next).toHaveAttribute("href", expect.stringMatching(/^https:\/\/wa\.me\//));
  // Without a layout nothing closes when the focus leaves a popover: the next case starts anew.
  const second = await open("/request-quote");
  const image = await partsOf("Envoyer une image");
  await image.choose(second.user, plan);
  await waitFor(() =>
    expect(image.alert).toHaveTextContent("Ce n'est pas une image JPEG, PNG, WebP ou HEIC."),
  );
  expect(shop.network.listRequests(STORAGE)).toHaveLength(0);
});

test("during an upload WhatsApp is disabled; a cancelled upload is aborted", async ({ open, shop }) => {
  const { user } = await open("/request-quote");
  const { popover, input, choose } = await partsOf("Envoyer un fichier");
  shop.network.hold(STORAGE);
  await choose(user, plan);
  await within(popover).findByRole("progressbar", { name: "Envoi de Plan de la villa.pdf" });
  const waiting = within(popover).getByRole("link", { name: "Continuer vers WhatsApp" });
  expect(waiting).toHaveAttribute("aria-disabled", "true");
  expect(waiting).not.toHaveAttribute("href");
  await user.click(within(popover).getByRole("button", { name: "Annuler" }));
  expect(within(popover).queryByRole("progressbar")).toBeNull();
  expect(input).toHaveFocus();
  expect((await partsOf("Envoyer un fichier")).next).toHaveAttribute("href");
});

test("after a lost network the same file is sent again without being chosen again, as the same quote", async ({
  open,
  shop,
  errors,
}) => {
  const { user } = await open("/request-quote");
  const { popover, alert, next, choose } = await partsOf("Envoyer un fichier");
  const getRetry = () => within(popover).getByRole("button", { name: "Réessayer" });
  // The first request does not arrive; the second does, but its response is lost.
  const reconnect = shop.network.disconnect(STORAGE);
  await choose(user, plan);
  await waitFor(() =>
    expect(alert).toHaveTextContent(/La connexion a été perdue\. Votre fichier est gardé ici\s: réessayez/),
  );
  expect(next).toHaveAttribute("href", expect.stringMatching(/^https:\/\/wa\.me\//));
  reconnect();
  const restore = shop.network.respond(STORAGE, async (_request, forward) => {
    expect((await forward()).status).toBe(200);
    throw new TypeError("Failed to fetch");
  });
  await user.click(getRetry());
  await waitFor(() => expect(shop.network.listRequests(STORAGE)).toHaveLength(2));
  await waitFor(() => expect(getRetry()).toBeVisible());
  expect(alert).toHaveTextContent(/La connexion a été perdue/);
  restore();
  await user.click(getRetry());
  await within(popover).findByText("Plan de la villa.pdf est bien arrivé.");
  expect(new Set(shop.network.listRequests(STORAGE).map(({ url }) => url)).size).toBe(1);
  const reference = within(popover).getByText(/^COT-[0-9A-F]{8}$/).textContent;
  const link = within(popover).getByRole("link", { name: "Continuer vers WhatsApp" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toContain(`référence ${reference}`);
  expect(await shop.sql`select id from quotes where reference = ${reference}`).toHaveLength(1);
  await expectLoggedError(errors, LOGGED);
});

test("each rejection by the storage has its message, and a temporary one can be retried", async ({
  open,
  shop,
  errors,
}) => {
  const refuse = (statusCode: string) => () =>
    Response.json({ statusCode, error: "refused", message: "refused", code: "Refused" }, { status: 400 });
  const { user } = await open("/request-quote");
  const { popover, input, alert, next, choose } = await partsOf("Envoyer un fichier");
  for (const [respond, sentence, tries] of [
    [refuse("413"), "Ce fichier dépasse 10 Mo.", 0],
    [refuse("415"), "Le contenu de ce fichier n'est pas d'un type accepté.", 0],
    [refuse("403"), "Trop de fichiers viennent d'arriver.", 1],
    [() => new Response("secret", { status: 500 }), "L'envoi n'a pas abouti.", 1],
    // A network asks for a sign-in first.
    [() => new Response("<html>secret</html>"), "L'envoi n'a pas abouti.", 1],
    [() => new Response("", { status: 429 }), "Trop de fichiers viennent d'arriver.", 1],
  ] as const) {
    const restore = shop.network.respond(STORAGE, respond);
    await choose(user, plan);
    await waitFor(() => expect(alert).toHaveTextContent(sentence));
    expect(popover).not.toHaveTextContent("secret");
    expect(within(popover).queryAllByRole("button", { name: "Réessayer" })).toHaveLength(tries);
    restore();
  }
  await user.click(within(popover).getByRole("button", { name: "Continuer sans fichier" }));
  expect(alert).toBeEmptyDOMElement();
  expect(input).toHaveFocus();
  expect(next.getAttribute("href")).not.toContain("COT-");
  expect(errors).toHaveLength(6);
  allowErrors(errors, LOGGED);
});
