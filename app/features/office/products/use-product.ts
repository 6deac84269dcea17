/** Saving a product: over the edition that the form was opened with, never over somebody else's unasked. */
import { useState } from "react";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { randomId } from "../../../lib/random-id.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { refusalMessage } from "../refusal.ts";
import { type Edition, freeProductSlug, saveProduct } from "./product.mutations.ts";
import { type CategoryChoice, findProduct } from "./product.queries.ts";
import type { ProductValues } from "./product.schema.ts";
import { type Difference, differences, type StoredProduct, type TypedProduct, toForm } from "./product.ts";

/** Why nothing was saved, and what can be done about it. */
export type Trouble =
  | {
      kind: "overtaken";
      message: string;
      /** When the other one saved. */
      at: string | null;
      newer: StoredProduct;
      differences: Difference[];
    }
  | { kind: "gone"; message: string };

interface Attempt {
  values: ProductValues;
  /** The same as it stands in the form. */
  typed: TypedProduct;
  /** The edition to save over: the one that was opened unless somebody decided otherwise. */
  over?: Edition["updatedAt"];
}

export type Problem = { column: string; message: string };

export interface ProductAccess {
  id: string;
  /** Null until it is stored. */
  stored: StoredProduct | null;
  trouble: Trouble | null;
  /** Gives what is stored now, or what the server refuses; null when something else was in the way, which is said. */
  save(attempt: Attempt): Promise<StoredProduct | Problem[] | null>;
  /** Takes what somebody else saved as the edition to start from. */
  accept(newer: StoredProduct): void;
  /** The name's slug that is free; null when nobody can say. */
  freeSlug(name: string): Promise<string | null>;
}

const UNREACHABLE = "Le serveur ne répond pas. Votre saisie est gardée : réessayez dans un instant.";

export function useProduct(read: StoredProduct | null, categories: CategoryChoice[]): ProductAccess {
  const [stored, setStored] = useState(read);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [newId] = useState(randomId);
  const id = read?.id ?? newId;

  function accept(product: StoredProduct) {
    setStored(product);
    setTrouble(null);
  }

  async function save({ values, typed, over = stored?.updated_at ?? null }: Attempt) {
    const edition = { id, updatedAt: over, stock: stored?.stock ?? null };
    try {
      const client = supabase();
      const outcome = await withRenewal(authClient, () => saveProduct(client, edition, values));
      if (outcome.kind === "refused") return outcome.problems;
      if (outcome.kind === "gone") {
        setTrouble(outcome);
        return null;
      }
      const saved = outcome.kind === "saved" ? outcome.product : await findProduct(client, id);
      if (!saved) {
        setTrouble({ kind: "gone", message: "Ce produit a été supprimé entre-temps" });
        return null;
      }
      if (outcome.kind === "overtaken") {
        const found = differences(toForm(saved), typed, toForm(stored ?? saved), categories);
        // Else it is this very save, whose answer was lost.
        if (found.length > 0) {
          setTrouble({ ...outcome, newer: saved, differences: found });
          return null;
        }
      }
      accept(saved);
      toast({
        title: stored ? "Produit modifié" : "Produit ajouté",
        action: { label: "Voir sur le site", to: `/product/${saved.slug}` },
      });
      return saved;
    } catch (error) {
      console.error("office: the product could not be saved", error);
      toastError(refusalMessage(error, UNREACHABLE));
      return null;
    }
  }

  async function freeSlug(name: string) {
    try {
      return await withRenewal(authClient, () => freeProductSlug(supabase(), name, id));
    } catch (error) {
      console.error("office: no slug could be asked for", error);
      return null;
    }
  }

  return { id, stored, trouble, save, accept, freeSlug };
}
