/**
 * The table of every list of the back office: a real one on a wide screen, below 768 px a card for each row, with the
 * name of the column before each value. Heads that sort are links, so the order stands in the address.
 */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import type { Key, ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { changedQuery, type ListOrder } from "../../lib/list-address.ts";

export interface Column<Row> {
  label: string;
  render(row: Row): ReactNode;
  /** What the address calls it; a column without it does not sort. */
  sort?: string;
  /** Numbers stand at the end. */
  numeric?: boolean;
  /** What a row is recognised by: the head of its card on a phone, and of the row for screen readers. */
  isName?: boolean;
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): Key;
  order?: ListOrder<string>;
}

export function DataTable<Row>({ caption, columns, rows, keyOf, order }: DataTableProps<Row>) {
  return (
    <table className="desk-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.label} column={column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, render, numeric, isName }) =>
              isName ? (
                <th key={label} scope="row" className="desk-name">
                  {render(row)}
                </th>
              ) : (
                <td
                  key={label}
                  data-label={label}
                  className={numeric ? "md:text-right tabular-nums" : undefined}
                >
                  {render(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({
  column: { label, sort, numeric },
  order,
}: {
  column: Column<Row>;
  order: ListOrder<string> | undefined;
}) {
  const [params] = useSearchParams();
  const align = numeric ? "md:text-right" : "";
  if (!sort) {
    return (
      <th scope="col" className={`max-md:hidden ${align}`}>
        {label}
      </th>
    );
  }
  const isCurrent = order?.by === sort;
  const Arrow = order?.descending ? ArrowDown : ArrowUp;
  const next = isCurrent && !order.descending ? `-${sort}` : sort;
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? (order.descending ? "descending" : "ascending") : undefined}
      className={align}
    >
      <Link to={changedQuery(params, { sort: next })} preventScrollReset className="desk-sort">
        {label}
        {isCurrent && <Arrow aria-hidden size={14} />}
      </Link>
    </th>
  );
}
