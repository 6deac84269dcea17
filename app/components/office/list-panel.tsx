/** A list in all its states: it could not be read, there is nothing in it, or its table with the way to further pages. */
import type { ReactNode } from "react";
import { useRevalidator } from "react-router";
import type { Loaded } from "../../lib/loaded.ts";
import type { Page } from "../../lib/paged.ts";
import { useFailureToast } from "../ui/use-failure-toast.ts";
import { Failed } from "./failed.tsx";
import { Pager } from "./pager.tsx";

interface ListPanelProps<Row> {
  found: Loaded<Page<Row>>;
  /** What is said when it could not be read, here and in a toast. */
  failure: string;
  /** Rows of a full page. */
  size: number;
  /** In place of a table without rows: a sentence, and perhaps the way on. */
  empty: ReactNode;
  children(rows: Row[]): ReactNode;
}

export function ListPanel<Row>({ found, failure, size, empty, children }: ListPanelProps<Row>) {
  const { revalidate, state } = useRevalidator();
  useFailureToast(found, failure);
  if (!found.ok) {
    return <Failed message={failure} busy={state === "loading"} onRetry={() => void revalidate()} />;
  }
  const { rows, page, total } = found.value;
  if (total === 0) {
    return (
      <div className="card grid justify-items-center gap-4 p-8 text-center text-sm text-ink-soft">
        {empty}
      </div>
    );
  }
  return (
    <>
      <div className="card overflow-clip">{children(rows)}</div>
      <Pager page={page} size={size} total={total} />
    </>
  );
}
