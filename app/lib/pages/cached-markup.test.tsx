import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { CachedMarkup, RenderCachedProvider } from "./cached-markup.tsx";
import { createMarkupCache } from "./markup-cache.server.ts";

interface Product {
  name: string;
  price: number;
}

function setup() {
  const renderCached = createMarkupCache();
  const rendered: string[] = [];
  const toEuros = (price: number) => `${price} €`;
  const toFrancs = (price: number) => `${price} XOF`;
  const render = (product: Product, format = toFrancs, isCached = true) =>
    renderToString(
      <RenderCachedProvider value={isCached ? renderCached : null}>
        <CachedMarkup as="li" className="card" input={[format, product]}>
          {() => {
            rendered.push(product.name);
            return (
              <a href="/product">
                {product.name}, {format(product.price)}
              </a>
            );
          }}
        </CachedMarkup>
      </RenderCachedProvider>,
    );
  return { render, rendered, toEuros };
}

it("has the markup that React renders without the cache", () => {
  const { render } = setup();
  const drill = { name: "Perceuse", price: 1000 };
  const markup = render(drill, undefined, false);
  expect(markup).toContain("Perceuse");
  expect([render(drill), render(drill)]).toEqual([markup, markup]);
});

it("is rendered once for the same input, and again for any other", () => {
  const { render, rendered, toEuros } = setup();
  render({ name: "Perceuse", price: 1000 });
  render({ name: "Perceuse", price: 1000 });
  expect(rendered).toHaveLength(1);
  expect(render({ name: "Perceuse", price: 900 })).toContain("900 XOF");
  expect(render({ name: "Perceuse", price: 900 }, toEuros)).toContain("900 €");
  expect(rendered).toHaveLength(3);
});
