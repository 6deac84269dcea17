/** The web app manifest, for installing the shop on a phone. */
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { DEFAULT_SHOP_NAME } from "#app/lib/default-shop-name.ts";
import { getPublicResourceInit } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import { colorBrand, colorSurface } from "#design/tokens.ts";
import type { Route } from "./+types/web-manifest";

export async function loader({ context }: Route.LoaderArgs) {
  const settings = await toResult("shop settings", getShopSettings(createAnonSupabase(context)));
  const name = settings.ok ? settings.value.shop_name : DEFAULT_SHOP_NAME;
  const { headers } = getPublicResourceInit(["settings"], [settings]);
  headers.set("content-type", "application/manifest+json");
  const manifest = {
    id: "/",
    name,
    short_name: name,
    description: "Outils et matériaux livrés partout au Burkina Faso, payés à la livraison.",
    lang: "fr",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: colorSurface,
    theme_color: colorBrand,
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Produits", url: "/products" },
      { name: "Mes commandes", url: "/account" },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers });
}
