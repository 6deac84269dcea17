/** What the bootstrap script marks before hydration: pressed links and forms that lead to another page. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { markPress, unmarkPresses } from "#app/lib/bootstrap/mark-press.ts";

const onEvent = (event: Event) => {
  markPress(event);
  event.preventDefault();
};

beforeEach(() => {
  document.body.innerHTML = `<main>
    <a id="list" href="/products?category=plomberie"><span id="inner">Plomberie</span></a>
    <a id="anchor" href="#content">Aller au contenu</a>
    <a id="chat" href="https://wa.me/22600000000">WhatsApp</a>
    <a id="window" href="/products" target="_blank">Produits</a>
    <form id="get" action="/products"><button id="apply">Appliquer</button></form>
    <form method="post"><button id="order">Commander</button></form>
  </main>`;
  for (const type of ["click", "submit"]) document.addEventListener(type, onEvent, true);
});
afterEach(() => {
  for (const type of ["click", "submit"]) document.removeEventListener(type, onEvent, true);
  document.body.innerHTML = "";
});

const getElement = (selector: string) => {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element;
};
const listMarked = () =>
  [...document.querySelectorAll("[aria-busy=true]")].map((element) => element.id || "main");

it("marks the pressed link and the main content, until the page is shown again", () => {
  getElement("#inner").click();
  expect(listMarked()).toEqual(["main", "list"]);
  unmarkPresses({ persisted: true });
  expect(listMarked()).toEqual([]);
});

it("marks the button of a form that is a link to a list", () => {
  const button = getElement("#apply");
  getElement("#get").dispatchEvent(
    new SubmitEvent("submit", { submitter: button, bubbles: true, cancelable: true }),
  );
  expect(listMarked()).toEqual(["main", "apply"]);
});

it.each(["#anchor", "#chat", "#window", "#order"])("does not mark what stays on the page: %s", (selector) => {
  getElement(selector).click();
  expect(listMarked()).toEqual([]);
});

it("does not mark a link that is opened in another window", () => {
  getElement("#list").dispatchEvent(
    new MouseEvent("click", { ctrlKey: true, bubbles: true, cancelable: true }),
  );
  expect(listMarked()).toEqual([]);
});
