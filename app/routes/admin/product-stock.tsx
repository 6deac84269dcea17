/** /admin/products/:id/stock: what changed the stock of a product, and what each change left. */
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import {
  PRODUCT_LOAD_ERROR,
  PRODUCT_NOT_FOUND,
} from "#app/features/admin/shared/mutations/error-messages.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { withStep } from "#app/features/admin/shared/step-text.ts";
import { Costs, Ledger } from "#app/features/admin/stock/ledger.tsx";
import {
  findStockProduct,
  listItemCosts,
  listLedger,
  listLedgerVariants,
} from "#app/features/admin/stock/stock.queries.ts";
import { formatNumber } from "#app/lib/format/numbers.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/product-stock";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/products/${params.id}/stock`, "Historique du stock");
}

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const params = new URL(request.url).searchParams;
  const wanted = params.get("variant");
  const product = await toResult("product", findStockProduct(client, id));
  if (!product.ok || product.value === null) return { product, ledger: null, variants: [], costs: [] };
  const [ledger, variants, costs] = await Promise.all([
    toResult(
      "stock ledger",
      listLedger(client, id, wanted && isUuid(wanted) ? wanted : null, parsePageParam(params.get("page"))),
    ),
    toResult("variants", product.value.has_variants ? listLedgerVariants(client, id) : Promise.resolve([])),
    toResult("costs", listItemCosts(client, id)),
  ]);
  return {
    product,
    ledger,
    variants: variants.ok ? variants.value : [],
    costs: costs.ok ? costs.value : [],
  };
}

export default function ProductStockPage({ loaderData }: Route.ComponentProps) {
  const { product, ledger, variants, costs } = loaderData;
  return (
    <RowResult
      result={product}
      errorMessage={PRODUCT_LOAD_ERROR}
      notFoundMessage={PRODUCT_NOT_FOUND}
      list={{ path: "/admin/products", label: "Produits" }}
    >
      {({ name, stock, ...step }) => (
        <>
          <h2 className="text-lg wrap-anywhere">
            {withStep(name, step)} : {formatNumber(stock)} en stock
          </h2>
          {costs.length > 0 && (
            <Panel title="Achats et marge">
              <Costs costs={costs} />
            </Panel>
          )}
          {variants.length > 0 && (
            <FilterBar filters={["variant"]}>
              <FilterSelect
                name="variant"
                label="Variante"
                all="Toutes les variantes"
                options={variants.map(({ id, choices, stock: left }) => ({
                  value: id,
                  label: `${choices.join(" · ")} (${left})`,
                }))}
              />
            </FilterBar>
          )}
          {ledger && (
            <ListResult
              result={ledger}
              errorMessage="Impossible de charger l'historique du stock"
              empty="Rien n'a encore changé ce stock."
            >
              {(rows) => <Ledger entries={rows} />}
            </ListResult>
          )}
        </>
      )}
    </RowResult>
  );
}
