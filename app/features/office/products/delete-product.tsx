/** Asks before a product is deleted, and says what became of it. */
import { DeleteDialog } from "../../../components/office/delete-dialog.tsx";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient, supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { deleteProduct } from "./delete-product.mutations.ts";

interface DeleteProductProps {
  product: { id: string; name: string };
  onDeleted(): void;
  onClose(): void;
}

export function DeleteProduct({ product, onDeleted, onClose }: DeleteProductProps) {
  async function remove() {
    try {
      await withRenewal(authClient, () => deleteProduct(supabase(), product.id));
      toast({ title: "Produit supprimé" });
      onDeleted();
      return true;
    } catch (error) {
      console.error("office: the product could not be deleted", error);
      toastError("Impossible de supprimer le produit");
      return false;
    }
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
