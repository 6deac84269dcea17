/** /admin/products/:id/stock: what changed the stock of a product, and what each change left. */
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
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
import { getRows, toResult } from "#app/lib/result.ts";
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
  if (!product.ok || product.value === null) return { product, history: null };
  const [ledger, variants, costs] = await Promise.all([
    toResult(
      "stock ledger",
      listLedger(client, id, wanted && isUuid(wanted) ? wanted : null, parsePageParam(params.get("page"))),
    ),
    toResult("variants", product.value.has_variants ? listLedgerVariants(client, id) : Promise.resolve([])),
    toResult("costs", listItemCosts(client, id)),
  ]);
  return { product, history: { ledger, variants, costs } };
}

export default function ProductStockPage({ loaderData: { product, history } }: Route.ComponentProps) {
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
          {history && <History {...history} />}
        </>
      )}
    </RowResult>
  );
}

type HistoryProps = NonNullable<Route.ComponentProps["loaderData"]["history"]>;

function History({ ledger, variants, costs }: HistoryProps) {
  const choices = getRows(variants);
  const bought = getRows(costs);
  return (
    <>
      {!costs.ok && <RouteLoadError message="Impossible de charger les achats" />}
      {bought.length > 0 && (
        <Panel title="Achats et marge">
          <Costs costs={bought} />
        </Panel>
      )}
      {!variants.ok && <RouteLoadError message="Impossible de charger les variantes" />}
      {choices.length > 0 && (
        <FilterBar filters={["variant"]}>
          <FilterSelect
            name="variant"
            label="Variante"
            all="Toutes les variantes"
            options={choices.map(({ id, choices: names, stock }) => ({
              value: id,
              label: `${names.join(" · ")} (${stock})`,
            }))}
          />
        </FilterBar>
      )}
      <ListResult
        result={ledger}
        errorMessage="Impossible de charger l'historique du stock"
        empty="Rien n'a encore changé ce stock."
      >
        {(rows) => <Ledger entries={rows} />}
      </ListResult>
    </>
  );
}
