import { compare } from "bcrypt";
import { expect, it } from "vitest";
import { customers, demoPasswordHash } from "#supabase/seed/data/customers.ts";
import { demoNow, listStockedProducts } from "#supabase/seed/stocked-products.ts";
import { technicianRows, testimonialRows } from "./content.ts";
import { accountRows, identityRows, orderRows } from "./customers.ts";
import { brandRows, categoryRows, productRows } from "./products.ts";
import { reviewRows } from "./reviews.ts";

const products = listStockedProducts();
const reviews = reviewRows(products);

function distinct(values: unknown[]): number {
  return new Set(values).size;
}

it("has the categories and brands that have images", () => {
  expect(categoryRows().filter(({ image }) => image !== null)).toHaveLength(6);
  expect(brandRows()).toHaveLength(12);
});

it("has a tree below the families, with each product in one of its leaves", () => {
  const rows = categoryRows();
  expect(distinct(rows.map(({ slug }) => slug))).toBe(rows.length);
  expect(rows.filter(({ parent_id }) => parent_id === null)).toHaveLength(6);
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  const leaves = new Set(rows.map(({ id }) => id).filter((id) => !parents.has(String(id))));
  for (const { name, category_id } of productRows(products)) {
    expect(leaves.has(category_id), String(name)).toBe(true);
  }
});

it("has at least 400 published reviews, without duplicates, some of each rating", () => {
  const published = reviews.filter((review) => review.is_published);
  expect(published.length).toBeGreaterThanOrEqual(400);
  expect(distinct(reviews.map((review) => review.comment))).toBe(reviews.length);
  expect(distinct(reviews.map((review) => review.id))).toBe(reviews.length);
  const mean = published.reduce((sum, review) => sum + Number(review.rating), 0) / published.length;
  expect(mean).toBeGreaterThan(4.1);
  expect(mean).toBeLessThan(4.3);
  for (const rating of [1, 2, 3, 4, 5]) {
    expect(published.filter((review) => review.rating === rating).length, `${rating}`).toBeGreaterThan(0);
  }
});

it("has reviews for more than half of the products, by different authors, after they were received", () => {
  const reviewed = new Set(reviews.map((review) => review.product_id));
  expect(reviewed.size / products.length).toBeGreaterThan(0.55);
  expect(reviewed.size / products.length).toBeLessThan(0.85);
  for (const { id, reference, receivedAt } of products) {
    const own = reviews.filter((review) => review.product_id === id);
    expect(distinct(own.map((review) => review.name)), reference).toBe(own.length);
    for (const review of own) {
      expect(Date.parse(String(review.created_at))).toBeGreaterThanOrEqual(receivedAt);
      expect(Date.parse(String(review.created_at))).toBeLessThanOrEqual(demoNow);
    }
  }
});

it("has pending reviews, and verified ones", () => {
  const waiting = reviews.filter((review) => !review.is_published);
  expect(waiting.length).toBeGreaterThanOrEqual(10);
  expect(waiting.some((review) => review.is_verified)).toBe(false);
  expect(reviews.filter((review) => review.is_verified).length).toBeGreaterThan(100);
});

it("has ten testimonials of 4 to 5 stars", () => {
  const rows = testimonialRows();
  expect(rows).toHaveLength(10);
  for (const { rating } of rows) expect([4, 4.5, 5]).toContain(rating);
});

it("has six technicians per specialty, with different portraits side by side", () => {
  const rows = technicianRows();
  expect(rows).toHaveLength(24);
  expect(distinct(rows.map((row) => row.slug))).toBe(24);
  expect(distinct(rows.map((row) => row.phone))).toBe(24);
  for (const specialty of ["electricite", "plomberie", "materiaux", "jardinage"]) {
    expect(rows.filter((row) => row.specialty_slug === specialty)).toHaveLength(6);
  }
  const byName = rows.toSorted((a, b) => String(a.name).localeCompare(String(b.name), "fr"));
  expect(byName.filter((row, index) => row.image === byName[index + 1]?.image)).toEqual([]);
  for (const { image, phone } of rows) {
    expect(image).toMatch(/^\/pictures\/technicien-([1-9]|1[0-2])-640\.jpg$/);
    expect(phone).toMatch(/^\+226 [67]\d( \d\d){3}$/);
  }
});

it("has five accounts with the documented password", async () => {
  expect(accountRows()).toHaveLength(5);
  expect(identityRows().map((row) => row.user_id)).toEqual(accountRows().map((row) => row.id));
  expect(await compare("demo-yaare", demoPasswordHash)).toBe(true);
});

it("has orders in each status, a reason for those cancelled, and stock for the others", () => {
  const orders = customers.flatMap((customer) => customer.orders);
  for (const status of ["pending", "processing", "completed", "cancelled"]) {
    expect(orders.filter((order) => order.status === status).length, status).toBeGreaterThanOrEqual(2);
  }
  expect(distinct(orderRows(products).map((row) => row.number))).toBe(orders.length);
  const needed = new Map<string, number>();
  for (const { status, cancellationReason, lines } of orders) {
    expect(cancellationReason !== undefined).toBe(status === "cancelled");
    for (const [reference, quantity] of Object.entries(lines)) {
      needed.set(reference, (needed.get(reference) ?? 0) + quantity);
    }
  }
  for (const { reference, stock } of products)
    expect(stock).toBeGreaterThanOrEqual(needed.get(reference) ?? 0);
});
