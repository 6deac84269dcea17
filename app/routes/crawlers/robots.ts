/** /robots.txt: the crawlers' rules, and the URL of the sitemap. */
import { robotsTxt } from "#app/features/crawlers/robots.ts";
import { appContext } from "#app/lib/app-context.ts";
import { getPublicResourceInit } from "#app/lib/pages/public-page.ts";
import type { Route } from "./+types/robots";

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, pages } = context.get(appContext);
  const { headers } = getPublicResourceInit([], []);
  headers.set("content-type", "text/plain; charset=utf-8");
  return new Response(robotsTxt(siteUrl, pages), { headers });
}
