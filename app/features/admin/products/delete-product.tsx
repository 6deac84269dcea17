/** Confirms the deletion of a product, and reports its outcome. */
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { deleteProduct } from "./delete-product.mutations.ts";

interface DeleteProductProps {
  product: { id: string; name: string };
  onDeleted(): void;
  onClose(): void;
}

export function DeleteProduct({ product, onDeleted, onClose }: DeleteProductProps) {
  async function remove() {
    const isDeleted = await deleteRow(() => deleteProduct(getSupabase(), product.id), {
      entity: "product",
      successToast: { title: "Produit supprimé" },
      errorMessage: "Impossible de supprimer le produit",
    });
    if (isDeleted) onDeleted();
    return isDeleted;
  }

  return (
    <DeleteDialog title="Supprimer un produit" onDelete={remove} onClose={onClose}>
      <p className="text-base text-foreground">Êtes-vous sûr de vouloir supprimer ce produit?</p>
      <p className="mt-3 font-semibold break-words text-foreground">{product.name}</p>
      <p className="mt-1">
        Ses images et ses avis disparaissent avec lui. Les commandes passées gardent leur ligne.
      </p>
    </DeleteDialog>
  );
}
