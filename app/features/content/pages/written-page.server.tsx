/**
 * Makes the HTML of a page of text, in the loader and once for all visitors. As data it weighs next to nothing in the
 * document, which holds the same words already; as components it would be a script of its own on every visit.
 */
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { data, type RouterContextProvider } from "react-router";
import { appContext } from "../../../lib/app-context.ts";
import { load } from "../../../lib/loaded.ts";
import { publicPage } from "../../../lib/public-page.ts";
import { publicClient } from "../../../lib/supabase.server.ts";
import { typeset } from "../../../lib/typeset.ts";
import { getShopSettings } from "../settings.queries.ts";
import { type ShopSettings, unknownShop } from "../shop-settings.tsx";

/** What every text may name. */
export interface TextProps {
  shop: ShopSettings;
  /** The site's name in the address bar, such as `yaare.bf`. */
  host: string;
}

export async function loadText(context: Readonly<RouterContextProvider>, Text: ComponentType<TextProps>) {
  const settings = await load("shop settings", getShopSettings(publicClient(context)));
  const shop = settings.ok ? settings.value : unknownShop;
  const { host } = new URL(context.get(appContext).siteUrl);
  const html = typeset(renderToStaticMarkup(<Text shop={shop} host={host} />));
  return data({ html }, publicPage([], [settings]));
}
