/** Helpers for the browser tests of reviews: the form, the tabs, and publication by an administrator. */
import type { Locator, Page } from "@playwright/test";
import { loadKeys } from "#backend/core/gateway/keys.ts";
import { createAdministrator } from "#tests/support/accounts.ts";
import type { Shop } from "#tests/support/shop.ts";
import { signInOverApi } from "./customer.ts";

/** Publishes a review as the admin does: over the API, with an administrator's token. */
export async function publishReview(shop: Shop, reviewId: string): Promise<void> {
  const { access_token } = await signInOverApi(shop, await createAdministrator(shop.sql, "Direction"));
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

/** The fields of the review form, on either of its pages. */
export function getReviewForm(page: Page) {
  const main = page.getByRole("main");
  return {
    stars: main.getByRole("group", { name: "Votre note" }).getByRole("radio"),
    name: main.getByLabel("Nom", { exact: true }),
    email: main.getByLabel("Email"),
    title: main.getByLabel("Titre"),
    comment: main.getByRole("textbox", { name: "Votre avis" }),
    submit: main.getByRole("button", { name: /^(Envoyer mon avis|Envoi en cours...)$/ }),
  };
}

export const getReviewTabs = (page: Page): Locator =>
  page.getByRole("tablist", { name: "Avis des clients" }).getByRole("tab");
