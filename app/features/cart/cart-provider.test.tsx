import { renderToString } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { CartProvider, useCart } from "./cart-provider.tsx";

function Count() {
  return <span>{useCart().count}</span>;
}

it("throws outside its provider", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => renderToString(<Count />)).toThrow("useCart must be used within a CartProvider");
});

it("is empty on the server", () => {
  const html = renderToString(
    <CartProvider>
      <Count />
    </CartProvider>,
  );
  expect(html).toBe("<span>0</span>");
});
