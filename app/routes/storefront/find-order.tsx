/** /suivi: finds an order by its number and its telephone. */
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { FindOrderForm } from "#app/features/tracking/find-order-form.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import type { Route } from "./+types/find-order";

export const handle: PageHandle = { noindex: true };

export const headers = () => ({ "x-robots-tag": "noindex" });

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/suivi",
    title: "Suivi de commande",
    description: "Retrouvez votre commande par son numéro et votre téléphone.",
  });
}

export default function FindOrderPage() {
  return (
    <div className="page py-6 md:py-12">
      <div className="card mx-auto grid max-w-form gap-6 p-5 sm:p-8">
        <div className="grid gap-1">
          <h1 className="text-2xl">Suivre ma commande</h1>
          <p className="text-muted">
            Son numéro est sur la confirmation, et dans chacun de nos messages, qui ont aussi son lien.
          </p>
        </div>
        <NoScriptNotice />
        <FindOrderForm />
      </div>
    </div>
  );
}
