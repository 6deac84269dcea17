/**
 * Renders a static text page to HTML, in the loader and once for all visitors. As loader data it adds next to
 * nothing to the compressed document, which contains the same words already; as components it would be a
 * script of its own on every visit.
 */
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { data, type RouterContextProvider } from "react-router";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { defaultShopSettings, type ShopSettings } from "#app/features/content/shop-settings.tsx";
import { appContext } from "#app/lib/app-context.ts";
import { typeset } from "#app/lib/format/typeset.ts";
import { getPublicPageInit } from "#app/lib/pages/public-page.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";

/** The props of every static page. */
export interface StaticPageProps {
  shop: ShopSettings;
  /** The site's host name, such as `yaare.bf`. */
  host: string;
}

/** `results` is what else the page shows. */
export async function loadStaticPage(
  context: Readonly<RouterContextProvider>,
  Text: ComponentType<StaticPageProps>,
  results: readonly Result<unknown>[] = [],
) {
  const settings = await toResult("shop settings", getShopSettings(createAnonSupabase(context)));
  const shop = settings.ok ? settings.value : defaultShopSettings;
  const { host } = new URL(context.get(appContext).siteUrl);
  const html = typeset(renderToStaticMarkup(<Text shop={shop} host={host} />));
  return data({ html }, getPublicPageInit([], [settings, ...results]));
}
