import { describe, expect, test } from "vitest";
import { refusalOf } from "../refusal.fixture.ts";
import { cinema } from "../schema-cache/cinema.fixture.ts";
import { type BodyType, findRoutine } from "./find-routine.ts";

function find(name: string, args: string[], body: BodyType | null = "application/json") {
  return findRoutine(cinema, { schema: "public", name }, args, body).parameters.map(
    (parameter) => parameter.name,
  );
}

describe("the overload of a function", () => {
  test("is told by the names of its arguments", () => {
    expect(find("add", ["a"])).toEqual(["a", "b"]);
    expect(find("add", ["b", "a"])).toEqual(["a", "b"]);
    expect(find("describe", ["person"])).toEqual(["person"]);
  });

  test("may be one that takes the whole body", () => {
    expect(find("ingest", ["anything", "else"])).toEqual([""]);
    expect(() => find("ingest", ["anything"], null)).toThrow(
      "Could not find the function public.ingest(anything)",
    );
    expect(() => find("ingest", [], "text/plain")).toThrow("Could not find the function public.ingest in");
  });

  test("is refused when nothing fits, with a near one", () => {
    expect(refusalOf(() => find("add", ["b"]))?.body).toEqual({
      code: "PGRST202",
      message: "Could not find the function public.add(b) in the schema cache",
      details:
        "Searched for the function public.add with parameter b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
      hint: "Perhaps you meant to call the function public.add(a, b)",
    });
    expect(refusalOf(() => find("addd", [], null))?.body).toMatchObject({
      message: "Could not find the function public.addd without parameters in the schema cache",
      hint: "Perhaps you meant to call the function public.add",
    });
  });

  test("is refused when several fit", () => {
    expect(refusalOf(() => find("vague", ["x"]))?.body).toMatchObject({
      code: "PGRST203",
      message:
        "Could not choose the best candidate function between: public.vague(x => integer), public.vague(x => text)",
    });
  });
});
