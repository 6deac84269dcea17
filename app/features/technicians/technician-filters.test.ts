import { expect, it } from "vitest";
import {
  filterSpecialties,
  getTechniciansPath,
  MAX_PAGES,
  parseTechnicianFilters,
} from "./technician-filters.ts";

const read = (query: string) => parseTechnicianFilters(new URLSearchParams(query));

it("parses the filters", () => {
  expect(read("specialty=plomberie&search= Ali &page=3")).toEqual({
    specialty: "plomberie",
    search: "Ali",
    page: 3,
  });
  expect(read("")).toEqual({ specialty: "", search: "", page: 1 });
});

it.each([
  ["page=-1", 1],
  ["page=0", 1],
  ["page=abc", 1],
  ["page=1.5", 1],
  ["page=999999", MAX_PAGES],
])("parses the page of %s", (query, page) => {
  expect(read(query).page).toBe(page);
});

it("writes a path that parses to the same filters, and omits default values", () => {
  const filters = { specialty: "plomberie", search: "Élie & fils", page: 2 };
  expect(read(getTechniciansPath(filters).split("?")[1] ?? "")).toEqual(filters);
  expect(getTechniciansPath({ specialty: "", search: "", page: 1 })).toBe("/technicians");
});

it("keeps the four trades among the categories, in their order", () => {
  const slugs = ["electricite", "jardinage", "materiaux", "outils-electriques", "plomberie", "quincaillerie"];
  const categories = slugs.map((slug) => ({ slug, name: slug }));
  expect(filterSpecialties(categories).map(({ slug }) => slug)).toEqual([
    "electricite",
    "jardinage",
    "materiaux",
    "plomberie",
  ]);
});
