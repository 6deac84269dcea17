import { expect, it, vi } from "vitest";
import { createLogger } from "./log.ts";

function record() {
  const lines: unknown[] = [];
  const log = createLogger("info", {
    write: (line: string) => {
      const { level, time, ...fields } = JSON.parse(line);
      lines.push(fields);
    },
  });
  return { log, lines };
}

it("has one line a second of each kind of failure, with the number of those that it left out", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const { log, lines } = record();
    for (let n = 0; n < 50; n++) log.error({ path: `/${n}` }, "The disk is full");
    for (let n = 0; n < 2; n++) log.error({ path: "/", status: 503 }, "an error page");
    log.error({ path: "/", status: 500 }, "an error page");
    vi.advanceTimersByTime(1_000);
    log.error({ path: "/51" }, "The disk is full");
    expect(lines).toEqual([
      { path: "/0", msg: "The disk is full" },
      { path: "/", status: 503, msg: "an error page" },
      { path: "/", status: 500, msg: "an error page" },
      { path: "/51", suppressed: 49, msg: "The disk is full" },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

it("is not filled by texts that are all different", () => {
  const { log, lines } = record();
  for (let n = 0; n < 1_000; n++) log.warn(`${n} is no number`);
  expect(lines).toHaveLength(101);
});

it("has every line of what is no failure", () => {
  const { log, lines } = record();
  for (let n = 0; n < 3; n++) log.info("a mail has left");
  expect(lines).toHaveLength(3);
});

it("quotes no row in which the database found an error", () => {
  const { log, lines } = record();
  const fields = {
    code: "23505",
    detail: "Key (email)=(awa@exemple.bf) already exists.",
    where: "awa@exemple.bf",
  };
  log.error({ err: Object.assign(new Error("duplicate key"), fields) }, "a request failed");
  expect(lines).toEqual([expect.objectContaining({ err: expect.objectContaining({ code: "23505" }) })]);
  expect(JSON.stringify(lines)).not.toContain("awa@exemple.bf");
});
