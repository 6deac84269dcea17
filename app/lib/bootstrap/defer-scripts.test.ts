import { expect, it } from "vitest";
import { deferScripts } from "./defer-scripts.ts";

it("defers the application's script and lists its modules", () => {
  expect(
    deferScripts({
      head: '<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/><link rel="icon" href="/i.svg"/>',
      tail: '<script>window.x=1</script><script type="module" async="">import "/assets/a.js";</script>',
    }),
  ).toEqual({
    head: '<link rel="icon" href="/i.svg"/>',
    tail: '<script>window.x=1</script><script type="text/deferred-module" data-modules="/assets/a.js /assets/b.js">import "/assets/a.js";</script>',
  });
});

it("returns a page without the application unchanged", () => {
  const page = { head: '<link rel="modulepreload" href="/assets/a.js"/>', tail: "" };
  expect(deferScripts(page)).toEqual(page);
});

it("returns a page without the list of its modules unchanged", () => {
  const page = { head: "", tail: '<script type="module" async="">import "/assets/a.js";</script>' };
  expect(deferScripts(page)).toEqual(page);
});
