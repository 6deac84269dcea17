/** The result of a list query: its rows with the pager, a text for an empty list, or an error. */
import { type ReactNode, useEffect } from "react";
import { useNavigate, useRevalidator, useSearchParams } from "react-router";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import type { ListPage } from "#app/lib/lists/list-page.ts";
import { updateQuery } from "#app/lib/lists/list-search-params.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import type { Result } from "#app/lib/result.ts";
import { LoadError } from "./load-error.tsx";
import { Pager } from "./pager.tsx";
import { useLastGood } from "./use-last-good.ts";

interface ListResultProps<Row> {
  result: Result<ListPage<Row>>;
  errorMessage: string;
  /** Why the list may be empty, and possibly a link or button to continue. */
  empty: ReactNode;
  children(rows: readonly Row[]): ReactNode;
}

export function ListResult<Row>({ result, errorMessage, empty, children }: ListResultProps<Row>) {
  const { revalidate, state } = useRevalidator();
  const lastGood = useLastGood(result);
  useFailureToast(result, errorMessage);
  useShownPage(result);
  if (!lastGood.ok) {
    return <LoadError message={errorMessage} busy={state === "loading"} onRetry={() => void revalidate()} />;
  }
  const { rows, page, pageSize, hasMore, isCut, total, isEstimate } = lastGood.value;
  if (rows.length === 0) {
    return (
      <div className="card grid justify-items-center gap-4 p-8 text-center text-sm text-muted">{empty}</div>
    );
  }
  return (
    <>
      {/* A sticky bar does not stick inside a horizontally scrolling element. */}
      <div className="card overflow-x-auto has-[.admin-bulk-bar]:overflow-x-clip">{children(rows)}</div>
      <Pager
        page={page}
        size={pageSize}
        rowCount={rows.length}
        hasMore={hasMore}
        isCut={isCut}
        total={total}
        isEstimate={isEstimate}
      />
    </>
  );
}

/** The address names the page that is shown: a page after the last one is the last one. */
function useShownPage<Row>(result: Result<ListPage<Row>>) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = parsePageParam(params.get("page"));
  const shown = result.ok && result.value.rows.length > 0 ? result.value.page : asked;
  const query = updateQuery(params, { page: shown });
  useEffect(() => {
    if (shown !== asked) void navigate(query, { replace: true, preventScrollReset: true });
  }, [shown, asked, query, navigate]);
}
