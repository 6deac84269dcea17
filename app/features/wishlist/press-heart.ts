/** The way from a heart to the list behind it, whose code is fetched when it is first needed. */
import { toastError } from "../../components/ui/toast/toast.ts";
import { type HeartedProduct, showHeart } from "./hearts.ts";

export const loadKeeper = () => import("./wishlist-keeper.ts");

/** Shows the heart at once and keeps it in the list; when that fails the heart goes back and a toast says so. */
export async function pressHeart(product: HeartedProduct, wanted: boolean): Promise<void> {
  showHeart(product.id, wanted);
  try {
    const { keepHeart } = await loadKeeper();
    await keepHeart(product, wanted, () => pressHeart(product, !wanted));
  } catch {
    showHeart(product.id, !wanted);
    toastError("Impossible de modifier votre liste de souhaits");
  }
}
