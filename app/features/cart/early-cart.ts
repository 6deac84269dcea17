/**
 * The cart before the application is loaded, which takes seconds on a slow phone: a part of the bootstrap script
 * (app/bootstrap.ts). A press of «Ajouter au panier» is stored and answered at once, and the links to the cart show
 * the number of stored articles.
 *
 * React adopts the server's HTML later and expects its elements as they were sent. So nothing here changes them but
 * attributes, which the stylesheet shows (overlays.css), and the answer is an element at the end of the body.
 */
import { countArticles } from "#app/lib/format/articles.ts";
import { type CartItem, formatCartCount } from "./cart-items.ts";
import { addToStoredCart, readPressedProduct, readStoredCart } from "./pressed-product.ts";
import { CART_KEY } from "./stored-cart.ts";

const ANSWER_MS = 5000;

/** Shows the number of stored articles in the links to the cart, until `endEarlyCart`. */
export function showStoredCount(): void {
  const count = countArticles(readStoredCart());
  if (count === 0) return;
  const { dataset, style } = document.documentElement;
  dataset.cartCount = "";
  style.setProperty("--cart-count", `"${formatCartCount(count)}"`);
}

/** To be called after hydration: the application shows the number itself. */
export function endEarlyCart(): void {
  const { dataset, style } = document.documentElement;
  delete dataset.cartCount;
  style.removeProperty("--cart-count");
  for (const button of document.querySelectorAll("[data-added]")) button.removeAttribute("data-added");
}

/**
 * Adds the product of a pressed button to the stored cart, and says so. False for another button, and when nothing can
 * be stored: the application then handles the press once it is loaded.
 */
export function addEarly(button: HTMLElement): boolean {
  const line = readPressedProduct(button);
  if (!line) return false;
  let added: number;
  try {
    added = addToStoredCart(line);
  } catch {
    return false;
  }
  // An application that is being hydrated may have read the cart already.
  dispatchEvent(new StorageEvent("storage", { key: CART_KEY }));
  button.dataset.added = "";
  showStoredCount();
  answer(line, added);
  return true;
}

/** Like a toast, which the application shows from then on. */
function answer({ name, quantity, unit }: CartItem, added: number): void {
  document.querySelector(".early-answer")?.remove();
  const element = document.createElement("div");
  element.className = "early-answer";
  element.role = "status";
  const link = document.createElement("a");
  link.href = "/cart";
  link.textContent = "Voir le panier";
  const title = document.createElement("strong");
  title.textContent = added > 0 ? "Produit ajouté au panier" : "Stock maximum atteint";
  element.append(title, quantity > 1 && added > 0 && !unit ? `${added} × ${name}` : name, link);
  document.body.append(element);
  setTimeout(() => element.remove(), ANSWER_MS);
}
