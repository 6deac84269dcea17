import { expect, it } from "vitest";
import { findPathInstead } from "./leave-private-page.ts";

it("leads a visitor from a private page to the sign-in page, which leads back", () => {
  const visitor = { hasSession: false, cartCount: 2, hasOrdered: false };
  expect(findPathInstead("/account", "", visitor)).toBe("/login?returnUrl=/account");
  expect(findPathInstead("/account", "?tab=commandes", visitor)).toBe(
    "/login?returnUrl=/account%3Ftab%3Dcommandes",
  );
  expect(findPathInstead("/account/security", "", visitor)).toBe("/login?returnUrl=/account/security");
  expect(findPathInstead("/checkout", "?from=mail", visitor)).toBe("/login?returnUrl=/checkout");
});

it("leads a customer without a cart from the checkout to the cart, or to the order just placed", () => {
  const customer = { hasSession: true, cartCount: 0, hasOrdered: false };
  expect(findPathInstead("/checkout", "", customer)).toBe("/cart");
  expect(findPathInstead("/checkout", "", { ...customer, hasOrdered: true })).toBe("/order-confirmation");
  expect(findPathInstead("/checkout", "", { ...customer, cartCount: 1, hasOrdered: true })).toBeNull();
  expect(findPathInstead("/account", "", { ...customer, hasOrdered: true })).toBeNull();
});
