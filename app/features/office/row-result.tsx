/** What the question for one row brought: the row, that there is none (any more), or that it failed. */
import type { ReactNode } from "react";
import { Link, useRevalidator } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { Failed } from "../../components/office/failed.tsx";
import { useKept } from "../../components/office/use-kept.ts";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import type { Loaded } from "../../lib/loaded.ts";
import { useListAddress, WayBack } from "./way-back.tsx";

interface RowResultProps<Row> {
  found: Loaded<Row | null>;
  failure: string;
  missing: string;
  /** The list that the row belongs to. */
  list: { path: string; label: string };
  children(row: Row): ReactNode;
}

export function RowResult<Row>({ found, failure, missing, list, children }: RowResultProps<Row>) {
  const { revalidate, state } = useRevalidator();
  const back = useListAddress(list.path);
  const shown = useKept(found);
  useFailureToast(found, failure);
  return (
    <>
      {!(shown.ok && shown.value === null) && <WayBack to={back}>{list.label}</WayBack>}
      {!shown.ok && <Failed message={failure} busy={state === "loading"} onRetry={() => void revalidate()} />}
      {shown.ok &&
        (shown.value === null ? (
          <EmptyState picture="not-found" title={missing}>
            <Link to={back} className="btn btn-primary">
              {list.label}
            </Link>
          </EmptyState>
        ) : (
          children(shown.value)
        ))}
    </>
  );
}
