import { expect, it } from "vitest";
import { getMoreReviewsHref, parseReviewPages } from "./review-pages.ts";

it.each([
  ["", 1],
  ["?reviews=1", 1],
  ["?reviews=3", 3],
  ["?reviews=99", 20],
  ["?reviews=0", 1],
  ["?reviews=-2", 1],
  ["?reviews=2.5", 1],
  ["?reviews=abc", 1],
])("parses %j as %i pages", (query, pages) => {
  expect(parseReviewPages(`https://shop.test/product/vis${query}`)).toBe(pages);
});

it.each([
  [1, 0, null],
  [1, 5, null],
  [1, 6, "?reviews=2#avis-5"],
  [2, 11, "?reviews=3#avis-10"],
  [2, 10, null],
  [20, 1000, null],
])("links %i pages of %i reviews to %j", (pages, total, href) => {
  expect(getMoreReviewsHref(pages, total)).toBe(href);
});
