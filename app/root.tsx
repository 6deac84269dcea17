/**
 * The document around every page. entry.server.tsx adds the stylesheet to the head. The settings of the
 * browser's Supabase clients are in meta elements, so that a private page can read them before any data is
 * loaded.
 */
import { useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { colorBrand } from "#design/tokens.ts";
import type { Route } from "./+types/root";
import { UnexpectedError } from "./components/layout/unexpected-error.tsx";
import { endEarlyCart } from "./features/cart/early-cart.ts";
import headingFont from "./fonts/bricolage-grotesque.woff2?url";
import { appContext } from "./lib/app-context.ts";
import { replayClick } from "./lib/bootstrap/click-replay.ts";
import { rereadStorage } from "./lib/storage/reread-storage.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, publicSupabaseUrl, supabase } = context.get(appContext);
  return { siteUrl, supabaseUrl: publicSupabaseUrl, supabaseAnonKey: supabase.anonKey };
}

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "preload", href: headingFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

/** The data does not change while the process runs. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={colorBrand} />
        {data ? <meta name="supabase-url" content={data.supabaseUrl} /> : null}
        {data ? <meta name="supabase-anon-key" content={data.supabaseAnonKey} /> : null}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  useEffect(() => {
    endEarlyCart();
    replayClick();
    addEventListener("pageshow", rereadStorage);
    return () => removeEventListener("pageshow", rereadStorage);
  }, []);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <UnexpectedError error={error} />;
}
