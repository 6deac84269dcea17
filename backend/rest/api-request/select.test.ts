import { describe, expect, test } from "vitest";
import { RestError } from "#backend/rest/errors.ts";
import { parseWith } from "./cursor.ts";
import { parseSelect, type SelectItem } from "./select.ts";

const parse = (text: string) => parseWith("select parameter", text, parseSelect);

function column(name: string, rest: Partial<Extract<SelectItem, { kind: "field" }>> = {}): SelectItem {
  return { kind: "field", field: { name, path: [] }, alias: null, cast: null, aggregate: null, ...rest };
}

function relation(target: string, rest: Partial<Extract<SelectItem, { kind: "relation" }>> = {}): SelectItem {
  return {
    kind: "relation",
    target,
    alias: null,
    hint: null,
    join: null,
    spread: false,
    select: [],
    ...rest,
  };
}

describe("the select parameter", () => {
  test("accepts columns, aliases and casts", () => {
    expect(parse("*")).toEqual([column("*")]);
    expect(parse("id, title:name ,price::text")).toEqual([
      column("id"),
      column("name", { alias: "title" }),
      column("price", { cast: "text" }),
    ]);
    expect(parse("first name,inner-dash,$1,_")).toEqual(
      ["first name", "inner-dash", "$1", "_"].map((name) => column(name)),
    );
  });

  test("accepts anything in double quotes as a name", () => {
    expect(parse('"a,b":"c.d","e\\"f"')).toEqual([column("c.d", { alias: "a,b" }), column('e"f')]);
  });

  test("accepts JSON paths with keys and positions", () => {
    const [item] = parse("alias:data->>0->-1->key::int");
    expect(item).toEqual(
      column("data", {
        field: {
          name: "data",
          path: [
            { arrow: "->>", operand: { kind: "index", index: "0" } },
            { arrow: "->", operand: { kind: "index", index: "-1" } },
            { arrow: "->", operand: { kind: "key", key: "key" } },
          ],
        },
        alias: "alias",
        cast: "int",
      }),
    );
  });

  test("accepts embedded resources with alias, hint and join type in either order", () => {
    expect(parse("crew:people!written_by!inner(name,studio(*)),tags()")).toEqual([
      relation("people", {
        alias: "crew",
        hint: "written_by",
        join: "inner",
        select: [column("name"), relation("studio", { select: [column("*")] })],
      }),
      relation("tags"),
    ]);
    expect(parse("people!left!written_by(name)")).toEqual([
      relation("people", { hint: "written_by", join: "left", select: [column("name")] }),
    ]);
    expect(parse("...studio(city:name)")).toEqual([
      relation("studio", { spread: true, select: [column("name", { alias: "city" })] }),
    ]);
  });

  test("distinguishes aggregates from embedded resources", () => {
    expect(parse("count(),total:price.sum()::text")).toEqual([
      column("*", { aggregate: { name: "count", cast: null } }),
      column("price", { alias: "total", aggregate: { name: "sum", cast: "text" } }),
    ]);
  });

  test.each([
    ["id,people(name[])", 15],
    ["name!hint", 5],
    ["price::", 8],
    ["people(name", 12],
    ["a,,b", 3],
    ["data->>-78xy", 11],
    ["data->>--34", 9],
  ])("rejects %s and names the column", (text, at) => {
    const failure = failureOf(() => parse(text));
    expect(failure).toMatchObject({ status: 400, body: { code: "PGRST100" } });
    expect(failure.message).toBe(`"failed to parse select parameter (${text})" (line 1, column ${at})`);
  });

  test("has a maximum depth and a maximum number of embedded resources", () => {
    expect(parse(`${"a(".repeat(16)}b${")".repeat(16)}`)).toHaveLength(1);
    expect(failureOf(() => parse(`${"a(".repeat(17)}b${")".repeat(17)}`)).body.code).toBe("PGRST100");
    expect(failureOf(() => parse("a(".repeat(4000))).body.code).toBe("PGRST100");
    expect(failureOf(() => parse(Array(101).fill("a()").join(","))).body.code).toBe("PGRST100");
    expect(failureOf(() => parse(`a${"->b".repeat(33)}`)).body.code).toBe("PGRST100");
  });
});

function failureOf(run: () => unknown): RestError {
  try {
    run();
  } catch (error) {
    if (error instanceof RestError) return error;
  }
  throw new Error("It was expected to be rejected");
}
