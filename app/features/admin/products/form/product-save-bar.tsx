/** The bar above the form of a product: what is stored, where else it can be seen, and the button that saves. */
import ExternalLink from "lucide-react/icons/external-link";
import History from "lucide-react/icons/history";
import { Link } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { BackLink, useListLocation } from "#app/features/admin/shared/back-link.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import type { StoredProduct } from "./product.ts";

interface ProductSaveBarProps {
  /** Null until the product is stored. */
  stored: StoredProduct | null;
  busy: boolean;
}

export function ProductSaveBar({ stored, busy }: ProductSaveBarProps) {
  const listLocation = useListLocation("/admin/products");
  return (
    <div className="admin-save-bar">
      <BackLink to={listLocation}>
        <span className={stored ? "max-md:sr-only" : ""}>Produits</span>
      </BackLink>
      <p className="mr-auto text-sm text-muted max-md:hidden">
        {stored ? `Enregistré le ${formatDateTime(stored.updated_at)}` : "Nouveau produit"}
      </p>
      {stored && (
        <>
          <Link
            to={`/admin/products/${stored.id}/stock`}
            className={buttonClass("outline", "max-md:ml-auto max-md:w-11 max-md:px-0")}
          >
            <History aria-hidden size={16} />
            <span className="max-md:sr-only">Historique du stock</span>
          </Link>
          <a
            href={`/product/${stored.slug}`}
            target="_blank"
            rel="noopener"
            className={buttonClass("outline", "max-md:w-11 max-md:px-0")}
          >
            <ExternalLink aria-hidden size={16} />
            <span className="max-md:sr-only">Voir sur le site</span>
          </a>
        </>
      )}
      <BusyButton type="submit" variant="primary" className={stored ? "" : "max-md:ml-auto"} busy={busy}>
        {busy ? "Enregistrement..." : "Enregistrer"}
      </BusyButton>
    </div>
  );
}
