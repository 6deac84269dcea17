import { expect, it, vi } from "vitest";
import { observeStatements, reportStatement } from "./statements.ts";

it("tells whoever asks for slow statements of these only, on one line", () => {
  const tell = vi.fn();
  const stop = observeStatements(50, tell);
  const describe = vi.fn(() => ({ role: "anon", statement: "select\n  1" }));
  reportStatement(49.9, describe);
  expect(describe).not.toHaveBeenCalled();
  reportStatement(50, describe);
  expect(tell.mock.calls).toEqual([[{ ms: 50, role: "anon", statement: "select 1" }]]);
  stop();
  reportStatement(1000, describe);
  expect(tell).toHaveBeenCalledOnce();
});

it("tells the beginning of a long statement", () => {
  const tell = vi.fn();
  const stop = observeStatements(0, tell);
  reportStatement(1, () => ({ role: "anon", statement: "x".repeat(600) }));
  expect(tell.mock.calls[0]?.[0].statement).toHaveLength(500);
  stop();
});
