/**
 * The script of an offline copy, bundled into it (offline-copy.ts): «Ajouter» adds the product to the stored cart, and
 * says that the shop has yet to confirm it. The application shows the same cart when the network is back.
 */
import { formatCartName } from "#app/features/cart/cart-items.ts";
import { addToStoredCart, readPressedProduct, readStoredCart } from "#app/features/cart/pressed-product.ts";
import { countArticles } from "#app/lib/format/articles.ts";
import { colorForeground, colorSuccess, colorWhite, shadowFloat } from "#design/tokens.ts";

const message = document.createElement("p");
message.setAttribute("role", "status");
document.querySelector("main")?.append(message);

function showCount(): void {
  const count = countArticles(readStoredCart());
  for (const name of document.querySelectorAll('[href="/cart"] .sr-only')) {
    name.textContent = formatCartName(count);
  }
}

function say(text: string): void {
  message.style.cssText = `position:fixed;inset:12px 12px auto;z-index:50;margin:0;padding:12px 16px;border-radius:12px;border-left:4px solid ${colorSuccess};background:${colorWhite};color:${colorForeground};box-shadow:${shadowFloat}`;
  const link = document.createElement("a");
  link.href = "/cart";
  link.className = "link";
  link.textContent = "Voir le panier";
  message.replaceChildren(text, " ", link);
}

addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-product]") : null;
  const line = button && readPressedProduct(button);
  if (!line) return;
  const added = addToStoredCart(line);
  showCount();
  say(
    added > 0
      ? `Produit ajouté au panier : ${line.name}, à confirmer au retour du réseau.`
      : `${line.name} : tout le stock est déjà dans votre panier.`,
  );
});
// Also when the browser shows the copy again after the cart.
addEventListener("pageshow", showCount);
