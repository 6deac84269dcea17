import { describe, expect, test } from "vitest";
import { parseQueryParams } from "./query-params.ts";

describe("the query string", () => {
  test("separates parameters of embedded resources from those of the root", () => {
    const params = parseQueryParams(
      "select=name,studios(city)&studios.city=eq.Bobo&order=name&studios.order=city.desc&limit=3&studios.limit=1&offset=2&studios.or=(city.eq.a,city.eq.b)",
      false,
    );
    expect(params.filters).toMatchObject([{ path: ["studios"], value: { field: { name: "city" } } }]);
    expect(params.orders.map(({ path }) => path)).toEqual([[], ["studios"]]);
    expect(params.limits).toEqual([
      { path: [], value: 3 },
      { path: ["studios"], value: 1 },
    ]);
    expect(params.offsets).toEqual([{ path: [], value: 2 }]);
    expect(params.logic).toMatchObject([{ path: ["studios"], value: { kind: "group", operator: "or" } }]);
  });

  test("takes the first of two selections", () => {
    expect(parseQueryParams("select=name&select=city", false).select).toEqual(
      parseQueryParams("select=name", false).select,
    );
  });

  test("parses the negation of a tree in its key", () => {
    const { logic } = parseQueryParams("not.and=(a.eq.1,b.eq.2)&rel.not.or=(a.eq.1)", false);
    expect(logic).toMatchObject([
      { path: [], value: { negated: true, operator: "and" } },
      { path: ["rel"], value: { negated: true, operator: "or" } },
    ]);
  });

  test("parses the directions, nulls and related columns of an order", () => {
    const { orders } = parseQueryParams("order=a.desc.nullslast,b.nullsfirst,rel(c->>d).asc", false);
    expect(orders[0]?.value).toMatchObject([
      { relation: null, field: { name: "a" }, direction: "desc", nulls: "nullslast" },
      { relation: null, field: { name: "b" }, direction: null, nulls: "nullsfirst" },
      { relation: "rel", field: { name: "c", path: [{ arrow: "->>" }] }, direction: "asc", nulls: null },
    ]);
    expect(() => parseQueryParams("order=id.ac", false)).toThrow(
      '"failed to parse order (id.ac)" (line 1, column 4)',
    );
  });

  test("ignores empty parameters and invalid numbers", () => {
    const params = parseQueryParams("select=&order=&limit=abc&offset=&on_conflict=&and=", false);
    expect(params).toMatchObject({ limits: [], offsets: [], orders: [], columns: null, onConflict: null });
    expect(params.select).toMatchObject([{ field: { name: "*" } }]);
  });

  test("ignores a name without an equals sign", () => {
    expect(parseQueryParams("id=eq.1&cached&columns&select", false)).toMatchObject({
      filters: [{ value: { field: { name: "id" } } }],
      columns: null,
      canonical: "cached=&columns=&id=eq.1&select=",
    });
    expect(parseQueryParams("least&note=a", true).args).toEqual([["note", "a"]]);
  });

  test("rejects an empty list of columns", () => {
    expect(() => parseQueryParams("columns=", false)).toThrow(
      '"failed to parse columns parameter ()" (line 1, column 1)',
    );
  });

  test("parses a plus as a space and creates the canonical form", () => {
    const params = parseQueryParams("b=eq.x+y&a=eq.%C3%A9", false);
    expect(params.filters).toMatchObject([
      { value: { operation: { value: "x y" } } },
      { value: { field: { name: "a" } } },
    ]);
    expect(params.canonical).toBe("a=eq.%C3%A9&b=eq.x+y");
  });

  test("distinguishes a function's arguments from filters on its rows", () => {
    const params = parseQueryParams("least=5&name=like.A*&note=equal&when=not.today&rating=not.gt.2", true);
    expect(params.args).toEqual([
      ["least", "5"],
      ["note", "equal"],
      ["when", "not.today"],
    ]);
    expect(params.filters.map(({ value }) => value.field.name)).toEqual(["name", "rating"]);
  });

  test("parses column names", () => {
    const params = parseQueryParams('columns="a","b c",d&on_conflict=a,b', false);
    expect(params).toMatchObject({ columns: ["a", "b c", "d"], onConflict: ["a", "b"] });
  });
});
