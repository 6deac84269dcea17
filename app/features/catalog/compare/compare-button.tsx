/** Puts a product into the comparison, or takes it out. */
import { useSyncExternalStore } from "react";
import { toast } from "#app/components/ui/toast/toast.ts";
import {
  addCompared,
  type ComparedProduct,
  getCompared,
  getNoneCompared,
  removeCompared,
  subscribeToCompared,
} from "./compare-store.ts";

interface CompareButtonProps {
  product: ComparedProduct;
  className?: string;
}

export function CompareButton({ product: { slug, name }, className = "" }: CompareButtonProps) {
  const compared = useSyncExternalStore(subscribeToCompared, getCompared, getNoneCompared);
  const isCompared = compared.some((product) => product.slug === slug);
  function press() {
    if (isCompared) removeCompared(slug);
    else if (!addCompared({ slug, name })) {
      toast({
        title: "Comparaison complète",
        description: "Quatre produits au plus : retirez-en un d'abord.",
        variant: "error",
      });
    }
  }
  return (
    <button
      type="button"
      aria-pressed={isCompared}
      aria-label={`${isCompared ? "Comparé" : "Comparer"} : ${name}`}
      className={`relative inline-flex min-h-11 items-center justify-center gap-2 text-sm underline-offset-4 hover:underline ${isCompared ? "font-semibold text-brand" : "text-muted"} ${className}`}
      onClick={press}
    >
      {isCompared ? "Comparé" : "Comparer"}
      {isCompared && <span aria-hidden>✓</span>}
    </button>
  );
}
