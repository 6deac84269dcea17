import { expect, test } from "vitest";
import { cancellationSchema } from "./cancellation.schema.ts";

const said = (reason: string) =>
  cancellationSchema.safeParse({ reason }).error?.issues.map(({ message }) => message);

test("an order is cancelled for a reason of 1 to 500 letters", () => {
  expect(said("  ")).toEqual(["Le motif de l'annulation est requis"]);
  expect(said("x".repeat(501))).toEqual(["500 caractères au plus"]);
  for (const reason of ["x", "x".repeat(500)]) expect(said(reason)).toBeUndefined();
});
