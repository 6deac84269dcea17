/** What the browser tests of reviews share: the form, the tabs, and an administrator who publishes. */
import type { Locator, Page } from "@playwright/test";
import { loadKeys } from "../../../backend/core/keys.ts";
import { createAdministrator } from "../../support/accounts.ts";
import type { Shop } from "../../support/shop.ts";
import { signInOver } from "./shopper.ts";

export { fresh } from "../../support/fresh.ts";
export {
  addReview,
  deliver,
  productPath,
  REVIEWS,
  reviewsOf,
  sendLink,
  VALIDATE,
  writingPath,
} from "../../support/reviews.ts";
export {
  asSession,
  expect,
  expectLogged,
  forgive,
  hold,
  remember,
  signInOver,
  test,
} from "./shopper.ts";

/** Publishes as the back office does: over the API, with an administrator's token. */
export async function publish(shop: Shop, reviewId: string): Promise<void> {
  const { access_token } = await signInOver(shop, await createAdministrator(shop.sql, "Direction"));
  const { anonKey } = await loadKeys(shop.dataDir);
  const response = await fetch(`${shop.url}/rest/v1/product_reviews?id=eq.${reviewId}`, {
    method: "PATCH",
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${access_token}`,
      "content-type": "application/json",
      prefer: "return=minimal",
    },
    body: JSON.stringify({ is_published: true }),
  });
  if (!response.ok) throw new Error(`The review was not published: ${response.status}`);
}

/** The form's fields, on whichever page it stands. */
export function formOf(page: Page) {
  const main = page.getByRole("main");
  return {
    stars: main.getByRole("group", { name: "Votre note" }).getByRole("radio"),
    name: main.getByLabel("Nom", { exact: true }),
    email: main.getByLabel("Email"),
    title: main.getByLabel("Titre"),
    comment: main.getByRole("textbox", { name: "Votre avis" }),
    send: main.getByRole("button", { name: /^(Envoyer mon avis|Envoi en cours...)$/ }),
  };
}

export const toasts = (page: Page): Locator =>
  page.getByRole("region", { name: "Notifications" }).getByRole("listitem");

export const reviewTabs = (page: Page): Locator =>
  page.getByRole("tablist", { name: "Avis des clients" }).getByRole("tab");
