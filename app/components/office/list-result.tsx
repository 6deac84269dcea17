/** What a list's question brought: its rows with the way to further ones, that there are none, or that it failed. */
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import type { ListPage } from "../../lib/list-page.ts";
import type { Loaded } from "../../lib/loaded.ts";
import { useFailureToast } from "../ui/use-failure-toast.ts";
import { Failed } from "./failed.tsx";
import { Pager } from "./pager.tsx";
import { useKept } from "./use-kept.ts";

interface ListResultProps<Row> {
  found: Loaded<ListPage<Row>>;
  failure: string;
  /** Why there may be nothing to show, and perhaps the way on. */
  empty: ReactNode;
  children(rows: readonly Row[]): ReactNode;
}

export function ListResult<Row>({ found, failure, empty, children }: ListResultProps<Row>) {
  const { revalidate, state } = useRevalidator();
  const shown = useKept(found);
  useFailureToast(found, failure);
  if (!shown.ok) {
    return <Failed message={failure} busy={state === "loading"} onRetry={() => void revalidate()} />;
  }
  const { rows, page, size, more, total } = shown.value;
  if (rows.length === 0) {
    return (
      <div className="card grid justify-items-center gap-4 p-8 text-center text-sm text-ink-soft">
        {empty}
      </div>
    );
  }
  return (
    <>
      {/* What scrolls by itself would not let a bar in it stay in sight. */}
      <div className="desk-list card overflow-x-auto has-[.desk-bulk]:overflow-x-clip">{children(rows)}</div>
      <Pager page={page} size={size} {...(total === undefined ? { shown: rows.length, more } : { total })} />
    </>
  );
}
