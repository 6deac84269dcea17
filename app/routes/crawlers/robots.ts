/** /robots.txt: what search engines may fetch, and where the sitemap is. */
import { robotsTxt } from "../../features/crawlers/robots.ts";
import { appContext } from "../../lib/app-context.ts";
import { publicPage } from "../../lib/public-page.ts";
import type { Route } from "./+types/robots";

export function loader({ context }: Route.LoaderArgs) {
  const { headers } = publicPage([], []);
  headers.set("content-type", "text/plain; charset=utf-8");
  return new Response(robotsTxt(context.get(appContext).siteUrl), { headers });
}
