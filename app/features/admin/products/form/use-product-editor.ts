/**
 * Saves a product over the version that the form was opened with, never over another user's version without a
 * confirmation.
 */
import { useState } from "react";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { toUserMessage } from "#app/features/admin/user-error.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { findFreeProductSlug, type ProductVersion, saveProduct } from "./product.mutations.ts";
import { type CategoryOption, findProduct } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import {
  diffProducts,
  type ProductDifference,
  type ProductInput,
  type StoredProduct,
  toProductInput,
} from "./product.ts";

/** Why nothing was saved: another user saved or deleted the product. */
export type SaveConflict =
  | {
      kind: "conflict";
      message: string;
      /** When the other user saved. */
      at: string | null;
      newer: StoredProduct;
      differences: ProductDifference[];
    }
  | { kind: "deleted"; message: string };

interface SaveAttempt {
  values: ProductValues;
  /** The same values as form input. */
  input: ProductInput;
  /** The version to save over; by default the one that was opened. */
  baseUpdatedAt?: ProductVersion["updatedAt"];
}

export type FieldProblem = { column: string; message: string };

export interface ProductEditor {
  id: string;
  /** Null until it is stored. */
  stored: StoredProduct | null;
  conflict: SaveConflict | null;
  /**
   * Resolves to the stored product, or to the server's validation errors; null for another failure, which has
   * been reported.
   */
  save(attempt: SaveAttempt): Promise<StoredProduct | FieldProblem[] | null>;
  /** Makes the version that another user saved the base of the next save. */
  acceptNewer(newer: StoredProduct): void;
  /** A free slug for the name; null when the request fails. */
  findFreeSlug(name: string): Promise<string | null>;
}

const UNREACHABLE_MESSAGE = "Le serveur ne répond pas. Votre saisie est gardée : réessayez dans un instant.";

export function useProductEditor(read: StoredProduct | null, categories: CategoryOption[]): ProductEditor {
  const [stored, setStored] = useState(read);
  const [conflict, setConflict] = useState<SaveConflict | null>(null);
  const [newId] = useState(randomId);
  const id = read?.id ?? newId;

  function acceptNewer(product: StoredProduct) {
    setStored(product);
    setConflict(null);
  }

  async function save({ values, input, baseUpdatedAt = stored?.updated_at ?? null }: SaveAttempt) {
    const version = { id, updatedAt: baseUpdatedAt, stock: stored?.stock ?? null };
    try {
      const client = getSupabase();
      const result = await saveProduct(client, version, values);
      if (result.kind === "invalid") return result.problems;
      if (result.kind === "deleted") {
        setConflict(result);
        return null;
      }
      const saved = result.kind === "saved" ? result.product : await findProduct(client, id);
      if (!saved) {
        setConflict({ kind: "deleted", message: "Ce produit a été supprimé entre-temps" });
        return null;
      }
      if (result.kind === "conflict") {
        const differences = diffProducts(
          toProductInput(saved),
          input,
          toProductInput(stored ?? saved),
          categories,
        );
        // Otherwise it is this very save, whose response was lost.
        if (differences.length > 0) {
          setConflict({ ...result, newer: saved, differences });
          return null;
        }
      }
      acceptNewer(saved);
      toast({
        title: stored ? "Produit modifié" : "Produit ajouté",
        action: { label: "Voir sur le site", to: `/product/${saved.slug}` },
      });
      return saved;
    } catch (error) {
      console.error("admin: the product could not be saved", error);
      toastError(toUserMessage(error, UNREACHABLE_MESSAGE));
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

  return { id, stored, conflict, save, acceptNewer, findFreeSlug };
}
