/** The result of a list query: its rows with the pager, a text for an empty list, or an error. */
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import type { ListPage } from "#app/lib/lists/list-page.ts";
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
      <div className="admin-list card overflow-x-auto has-[.admin-bulk-bar]:overflow-x-clip">
        {children(rows)}
      </div>
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
