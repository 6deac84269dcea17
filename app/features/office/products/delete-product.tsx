/** Asks before a product is deleted, and says what became of it. */
import { DeleteDialog } from "../../../components/office/delete-dialog.tsx";
import { supabase } from "../../../lib/supabase.client.ts";
import { deleteRow } from "../delete-row.ts";
import { deleteProduct } from "./delete-product.mutations.ts";

interface DeleteProductProps {
  product: { id: string; name: string };
  onDeleted(): void;
  onClose(): void;
}

export function DeleteProduct({ product, onDeleted, onClose }: DeleteProductProps) {
  async function remove() {
    const isGone = await deleteRow(() => deleteProduct(supabase(), product.id), {
      what: "product",
      done: { title: "Produit supprimé" },
      failed: "Impossible de supprimer le produit",
    });
    if (isGone) onDeleted();
    return isGone;
  }

  return (
    <DeleteDialog title="Supprimer un produit" onDelete={remove} onClose={onClose}>
      <p className="text-base text-ink">Êtes-vous sûr de vouloir supprimer ce produit?</p>
      <p className="mt-3 font-semibold break-words text-ink">{product.name}</p>
      <p className="mt-1">
        Ses images et ses avis disparaissent avec lui. Les commandes passées gardent leur ligne.
      </p>
    </DeleteDialog>
  );
}
