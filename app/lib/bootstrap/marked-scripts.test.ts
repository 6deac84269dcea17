import { expect, it } from "vitest";
import { takeMarkedScripts } from "./marked-scripts.ts";

it("finds the scripts that have the mark, and removes it everywhere", () => {
  const page =
    '<link rel="modulepreload" href="/a.js" nonce="m1"><p>text</p><script nonce="m1" type="module" async="">a("<p>")</script><script nonce="m1">b()</script>';
  expect(takeMarkedScripts(page, "m1")).toEqual({
    html: '<link rel="modulepreload" href="/a.js"><p>text</p><script type="module" async="">a("<p>")</script><script>b()</script>',
    scripts: ['a("<p>")', "b()"],
  });
});

it("finds no script of somebody's text, also with another nonce", () => {
  const page =
    '<p><script>steal()</script><script nonce="m2">steal()</script></p><script nonce="m1">own()</script>';
  expect(takeMarkedScripts(page, "m1").scripts).toEqual(["own()"]);
});
