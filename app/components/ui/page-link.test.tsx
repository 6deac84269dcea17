import { renderToString } from "react-dom/server";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { PageLink } from "./page-link.tsx";

it("has the markup of a link of the router", () => {
  const link = { to: "/products?search=vis#2", className: "link", children: "Vis" };
  const inRouter = (element: React.ReactNode) =>
    renderToString(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  const read = (html: string) => [...html.matchAll(/[\w-]+="[^"]*"/g)].map(([attribute]) => attribute).sort();
  expect(read(renderToString(<PageLink {...link} />))).toEqual(read(inRouter(<Link {...link} />)));
});
