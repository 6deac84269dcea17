import { expect, test } from "vitest";
import { cancellationSchema } from "./cancellation.schema.ts";

const errorsOf = (reason: string) =>
  cancellationSchema.safeParse({ reason }).error?.issues.map(({ message }) => message);

test("the reason of a cancellation has 1 to 500 characters", () => {
  expect(errorsOf("  ")).toEqual(["Le motif de l'annulation est requis"]);
  expect(errorsOf("x".repeat(501))).toEqual(["500 caractères au plus"]);
  for (const reason of ["x", "x".repeat(500)]) expect(errorsOf(reason)).toBeUndefined();
});
