/** The heart in the corner of a product's picture: puts it on the wishlist, and takes it off again. */
import { useSyncExternalStore } from "react";
import { type HeartedProduct, hearts, subscribeToHearts } from "./hearts.ts";
import { pressHeart } from "./press-heart.ts";

export function HeartButton({ product: { id, name } }: { product: HeartedProduct }) {
  const full = useSyncExternalStore(
    subscribeToHearts,
    () => hearts.has(id),
    () => false,
  );
  return (
    <button
      type="button"
      className="heart"
      aria-pressed={full}
      aria-label={full ? `Retirer ${name} de ma liste de souhaits` : `Ajouter ${name} à ma liste de souhaits`}
      onClick={() => pressHeart({ id, name }, !full)}
    />
  );
}
