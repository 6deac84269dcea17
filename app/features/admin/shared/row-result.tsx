/** The result of a query for one row: the row, a notice that there is none (any more), or an error. */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import type { Result } from "#app/lib/result.ts";
import { BackLink, useListLocation } from "./back-link.tsx";

interface RowResultProps<Row> {
  result: Result<Row | null>;
  errorMessage: string;
  notFoundMessage: string;
  /** The list that the row belongs to. */
  list: { path: string; label: string };
  children(row: Row): ReactNode;
}

export function RowResult<Row>({
  result,
  errorMessage,
  notFoundMessage,
  list,
  children,
}: RowResultProps<Row>) {
  const listLocation = useListLocation(list.path);
  const lastGood = useLastGood(result);
  useFailureToast(result, errorMessage);
  return (
    <>
      {!(lastGood.ok && lastGood.value === null) && <BackLink to={listLocation}>{list.label}</BackLink>}
      {!lastGood.ok && <RouteLoadError message={errorMessage} />}
      {lastGood.ok &&
        (lastGood.value === null ? (
          <EmptyState image="not-found" title={notFoundMessage}>
            <Link to={listLocation} className={buttonClass("primary")}>
              {list.label}
            </Link>
          </EmptyState>
        ) : (
          children(lastGood.value)
        ))}
    </>
  );
}
