/** Asks before a product is deleted, and says what became of it. */
import { ConfirmDialog } from "../../../components/office/confirm-dialog.tsx";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient, supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { deleteProduct } from "./delete-product.mutations.ts";

interface DeleteProductProps {
  product: { id: string; name: string };
  /** However it ended: the dialog is to be closed, and the list read again. */
  onDone(): void;
  onCancel(): void;
}

export function DeleteProduct({ product, onDone, onCancel }: DeleteProductProps) {
  async function remove() {
    try {
      await withRenewal(authClient, () => deleteProduct(supabase(), product.id));
      toast({ title: "Produit supprimé", description: product.name });
    } catch (error) {
      console.error("office: the product could not be deleted", error);
      toastError("Impossible de supprimer le produit");
    }
    onDone();
  }

  return (
    <ConfirmDialog title="Supprimer un produit" confirm="Supprimer" onConfirm={remove} onCancel={onCancel}>
      <p className="text-base text-ink">Êtes-vous sûr de vouloir supprimer ce produit?</p>
      <p className="mt-3 font-semibold break-words text-ink">{product.name}</p>
      <p className="mt-1">
        Ses images et ses avis disparaissent avec lui. Les commandes passées gardent leur ligne.
      </p>
    </ConfirmDialog>
  );
}
