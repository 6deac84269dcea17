/**
 * The document around every page. The stylesheet is put into the head by entry.server; the addresses that the
 * browser's Supabase client needs stand in meta elements, so that a private page can read them before any data.
 */
import { useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import type { Route } from "./+types/root";
import { UnexpectedError } from "./components/layout/unexpected-error.tsx";
import headingFont from "./fonts/bricolage-grotesque.woff2?url";
import { appContext } from "./lib/app-context.ts";
import { replayEarlyPress } from "./lib/early-press.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, publicSupabaseUrl, supabase } = context.get(appContext);
  return { siteUrl, supabaseUrl: publicSupabaseUrl, supabaseAnonKey: supabase.anonKey };
}

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "preload", href: headingFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

/** Nothing in it changes while the process lives. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#b8391a" />
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
  useEffect(replayEarlyPress, []);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <UnexpectedError error={error} />;
}
