import { describe, expect, test } from "vitest";
import { catchRestError } from "#backend/rest/catch-rest-error.fixture.ts";
import { cinema } from "#backend/rest/schema-cache/cinema.fixture.ts";
import { type CallBodyType, findRoutine } from "./find-routine.ts";

function find(name: string, args: string[], body: CallBodyType | null = "application/json") {
  return findRoutine(cinema, { schema: "public", name }, args, body).parameters.map(
    (parameter) => parameter.name,
  );
}

describe("the overload of a function", () => {
  test("is chosen by the names of its arguments", () => {
    expect(find("add", ["a"])).toEqual(["a", "b"]);
    expect(find("add", ["b", "a"])).toEqual(["a", "b"]);
    expect(find("describe", ["person"])).toEqual(["person"]);
  });

  test("may be one that accepts the whole body", () => {
    expect(find("ingest", ["anything", "else"])).toEqual([""]);
    expect(() => find("ingest", ["anything"], null)).toThrow(
      "Could not find the function public.ingest(anything)",
    );
    expect(() => find("ingest", [], "text/plain")).toThrow("Could not find the function public.ingest in");
  });

  test("is rejected when none fits, with a similar one", () => {
    expect(catchRestError(() => find("add", ["b"]))?.body).toEqual({
      code: "PGRST202",
      message: "Could not find the function public.add(b) in the schema cache",
      details:
        "Searched for the function public.add with parameter b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
      hint: "Perhaps you meant to call the function public.add(a, b)",
    });
    expect(catchRestError(() => find("addd", [], null))?.body).toMatchObject({
      message: "Could not find the function public.addd without parameters in the schema cache",
      hint: "Perhaps you meant to call the function public.add",
    });
  });

  test("is rejected when several fit", () => {
    expect(catchRestError(() => find("vague", ["x"]))?.body).toMatchObject({
      code: "PGRST203",
      message:
        "Could not choose the best candidate function between: public.vague(x => integer), public.vague(x => text)",
    });
  });
});
