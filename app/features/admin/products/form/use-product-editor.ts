/**
 * Saves a product over the version that the form was opened with, never over another user's version without a
 * confirmation.
 */
import { useState } from "react";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import type { ProductInput } from "#app/features/admin/shared/fields/product-fields.ts";
import { useOptimisticLock } from "#app/features/admin/shared/mutations/use-optimistic-lock.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import type { ChosenReason } from "#app/features/admin/shared/stock-reason.tsx";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import {
  type FieldProblem,
  findFreeProductSlug,
  InvalidProductError,
  saveProduct,
} from "./product.mutations.ts";
import { type CategoryOption, findProduct } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import { diffProducts, type ProductDifference, type StoredProduct, toProductInput } from "./product.ts";

/** The values of the form, as they are saved and as they were typed. */
interface ProductEdit {
  values: ProductValues;
  input: ProductInput;
  /** Of the change of the stock. */
  reason: ChosenReason;
}

/** Why nothing was saved: another user saved or deleted the product. */
export type ProductConflict =
  | {
      kind: "changed";
      message: string;
      /** When the other user saved. */
      at: string | null;
      newer: StoredProduct;
      differences: ProductDifference[];
    }
  | { kind: "deleted" };

export interface ProductEditor {
  id: string;
  /** Null until it is stored. */
  stored: StoredProduct | null;
  conflict: ProductConflict | null;
  /**
   * Resolves to the stored product, or to the server's validation errors; null for another failure, which has
   * been reported. `base`: the version to save over, by default the one that was opened; null saves a new
   * product.
   */
  save(edit: ProductEdit, base?: string | null): Promise<StoredProduct | readonly FieldProblem[] | null>;
  /** Makes the version that another user saved the base of the next save. */
  acceptNewer(): void;
  /** A free slug for the name; null when the request fails. */
  findFreeSlug(name: string): Promise<string | null>;
}

const INPUT_STAYS = "Votre saisie est gardée : réessayez dans un instant.";

/** `draftId`: the id that a new product had when its draft was begun. */
export function useProductEditor(
  loaded: StoredProduct | null,
  categories: CategoryOption[],
  draftId: string | null,
): ProductEditor {
  const [newId] = useState(() => draftId ?? randomId());
  const id = loaded?.id ?? newId;
  const lock = useOptimisticLock<ProductEdit, StoredProduct>(loaded, {
    write: ({ values, reason }, updatedAt): Promise<StoredProduct> =>
      saveProduct(
        getSupabase(),
        { id, updatedAt, stock: stored?.stock ?? null, variantStocks },
        values,
        reason,
      ),
    find: () => findProduct(getSupabase(), id),
    isSaved: ({ input }, now) => diff(now, input).length === 0,
  });
  const { stored } = lock;
  const variantStocks = new Map(stored?.variants.map((variant) => [variant.id, variant.stock]));

  function diff(now: StoredProduct, input: ProductInput): ProductDifference[] {
    return diffProducts(toProductInput(now), input, toProductInput(stored ?? now), categories);
  }

  function describeConflict(): ProductConflict | null {
    if (!lock.conflict) return null;
    const { newer, values, error } = lock.conflict;
    if (!newer) return { kind: "deleted" };
    return {
      kind: "changed",
      message: error.message,
      at: error.at,
      newer,
      differences: diff(newer, values.input),
    };
  }

  async function save(edit: ProductEdit, base?: string | null) {
    try {
      const result = await lock.save(edit, base);
      if (result.kind === "conflict") return null;
      toast({
        title: stored ? "Produit modifié" : "Produit ajouté",
        action: { label: "Voir sur le site", to: `/product/${result.stored.slug}` },
      });
      return result.stored;
    } catch (error) {
      if (error instanceof InvalidProductError) return error.problems;
      console.error("admin: the product could not be saved", error);
      toastError(
        toUserMessage(
          error,
          `Le serveur ne répond pas. ${INPUT_STAYS}`,
          `Une erreur est survenue. ${INPUT_STAYS}`,
        ),
      );
      return null;
    }
  }

  async function findFreeSlug(name: string) {
    try {
      return await findFreeProductSlug(getSupabase(), name, id);
    } catch (error) {
      console.error("admin: no free slug could be loaded", error);
      return null;
    }
  }

  return { id, stored, conflict: describeConflict(), save, acceptNewer: lock.acceptNewer, findFreeSlug };
}
