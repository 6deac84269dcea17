import { expect, it } from "vitest";
import { postponeScripts } from "./late-scripts.ts";

it("puts the application to sleep and keeps the list of its modules", () => {
  const page = postponeScripts(
    '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/><link rel="icon" href="/i.svg"/></head>' +
      '<body><script>window.x=1</script><script type="module" async="">import "/assets/a.js";</script></body>',
  );
  expect(page).toBe(
    '<head><link rel="icon" href="/i.svg"/></head>' +
      '<body><script>window.x=1</script><script type="text/waiting-module" data-modules="/assets/a.js /assets/b.js">import "/assets/a.js";</script></body>',
  );
});

it("leaves a page without the application as it is", () => {
  const page = '<head><link rel="modulepreload" href="/assets/a.js"/></head><body></body>';
  expect(postponeScripts(page)).toBe(page);
});
