import { expect, it } from "vitest";
import type { Category, CategoryBranch } from "#app/features/catalog/catalog.types.ts";
import { getCategoryPath, listCategoryCrumbs, nestBranch } from "./category-branch.ts";

const named = (name: string): Category => ({ name, slug: name.toLowerCase(), image: null });
const families = [named("Outils"), named("Plomberie"), named("Jardin")];
const branch: CategoryBranch = {
  ancestors: [named("Plomberie"), named("Tubes")],
  category: { ...named("PVC"), id: "1", level: 3, description: null, productCount: 2 },
  children: [{ ...named("Coudes"), productCount: 1 }],
};

it("a page has an address with its order and its number", () => {
  expect(getCategoryPath("pvc")).toBe("/category/pvc");
  expect(getCategoryPath("pvc", "rating", 2)).toBe("/category/pvc?sort=rating&page=2");
  expect(getCategoryPath("pvc", null, 418, "x")).toBe("/category/pvc?page=418&after=x");
  expect(getCategoryPath("pvc", null, 417, "x")).toBe("/category/pvc?page=417");
});

it("the breadcrumbs lead from the home page to the category above", () => {
  expect(listCategoryCrumbs(branch.ancestors).map(({ to }) => to)).toEqual([
    "/",
    "/categories",
    "/category/plomberie",
    "/category/tubes",
  ]);
});

it("the branch is nested below its family", () => {
  const shown = nestBranch(families, branch).map(({ name, depth }) => `${depth} ${name}`);
  expect(shown).toEqual(["0 Outils", "0 Plomberie", "1 Tubes", "2 PVC", "3 Coudes", "0 Jardin"]);
});

it("without a branch, or below a family that is not there, the families stand alone", () => {
  expect(nestBranch(families, null).map(({ depth }) => depth)).toEqual([0, 0, 0]);
  expect(nestBranch([named("Outils")], branch)).toHaveLength(1);
});
