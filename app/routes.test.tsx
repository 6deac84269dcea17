/** The pages that the browser knows by their path, before it has loaded their module. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { NavigationSkeleton } from "./features/catalog/navigation-skeleton.tsx";
import { CLIENT_RENDERED_PAGE } from "./lib/pages/client-rendered-page.ts";
import routes from "./routes.ts";

const sources = import.meta.glob<string>("./routes/*/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});

const pages = routes
  .filter(({ file }) => file === "routes/storefront/layout.tsx")
  .flatMap(({ children = [] }) => children)
  .map(({ path = "", file }) => ({ path: `/${path}`, source: sources[`./${file}`] ?? "" }));

const toPath = ({ path }: { path: string }) => path;

it("prefetches exactly the pages whose data is not the server's", () => {
  const prefetched = pages.filter(({ path }) => CLIENT_RENDERED_PAGE.test(path));
  const hasExport = (source: string, name: string) =>
    new RegExp(`^export (async )?function ${name}\\(`, "m").test(source);
  const expected = pages.filter(
    ({ source }) => hasExport(source, "clientLoader") || !hasExport(source, "loader"),
  );
  expect(prefetched.map(toPath)).toEqual(expected.map(toPath));
  const listed = CLIENT_RENDERED_PAGE.source.match(/[a-z-]+/g) ?? [];
  expect(listed.filter((name) => !prefetched.some(({ path }) => path === `/${name}`))).toEqual([]);
  expect(listed).toContain("account");
});

it("has a skeleton for each page that it names", () => {
  const withSkeleton = pages.filter(({ path }) => {
    const html = renderToStaticMarkup(
      <NavigationSkeleton technicians={null} pathname={path}>
        page
      </NavigationSkeleton>,
    );
    return html !== "page";
  });
  expect(withSkeleton.map(toPath)).toEqual(["/", "/products", "/product/:slug", "/technicians"]);
});
