/**
 * The table of every admin list. Below 768 px each row becomes a card with the column's label before each
 * value, or two lines where the columns say which cells are on them. Below 1280 px the columns that a card leaves out
 * are left out of the table, too. Sortable headers are links, so that the sort
 * order is in the URL.
 */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { Fragment, type Key, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { type SortOrder, updateQuery } from "#app/lib/lists/list-search-params.ts";
import { useRowFocus } from "./use-row-focus.ts";

export interface Column<Row> {
  label: string;
  render(row: Row): ReactNode;
  /** The value of the `sort` query parameter; a column without it is not sortable. */
  sortKey?: string;
  /** Numbers are aligned to the right. */
  numeric?: boolean;
  /**
   * The cell that identifies the row: the title of its card on a phone, and the row header for screen
   * readers.
   */
  isRowHeader?: boolean;
  /**
   * The place of a cell without a label on a card: buttons in the corner, a text over the full width, or one that
   * shares its line with the neighbouring cells of that kind. In a list with two lines for each row: the end of the
   * first line, whose beginning is the row header; the beginning and the end of the second; or nowhere.
   */
  cardPosition?: "corner" | "full" | "line" | "first-end" | "second" | "second-end" | "hidden";
}

const CARD_POSITION_CLASSES = {
  corner: "admin-corner-cell",
  full: "admin-full-cell",
  line: "admin-line-cell",
  "first-end": "admin-first-end-cell",
  second: "admin-second-cell",
  "second-end": "admin-second-end-cell",
  hidden: "max-xl:hidden!",
};

/** Rows that can be selected one by one, or all rows of the page at once. */
export interface RowSelection<Row> {
  isSelected(row: Row): boolean;
  /** The label of the row's checkbox: «Choisir Perceuse». */
  getLabel(row: Row): string;
  onSelect(rows: readonly Row[], selected: boolean): void;
}

/** Content below a row, over the full width, while the row is expanded. */
interface RowDetails<Row> {
  /** The `aria-controls` target of the button that expands the row. */
  getId(row: Row): string;
  /** Null or false while the row is collapsed. */
  render(row: Row): ReactNode;
}

interface DataTableProps<Row> {
  /** The content of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getRowKey(row: Row): Key;
  /** Null for an order that no column has. */
  order?: SortOrder<string> | null;
  selection?: RowSelection<Row>;
  details?: RowDetails<Row>;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, getRowKey, order, selection, details } = props;
  const { list, onFocus } = useRowFocus<HTMLTableElement>();
  const hasTwoLines = columns.some(({ cardPosition }) => cardPosition === "second");
  return (
    <table
      ref={list}
      className={`admin-table ${hasTwoLines ? "admin-two-line-table" : ""}`}
      onFocus={onFocus}
    >
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className="admin-select-cell">
              <SelectAll rows={rows} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.label} column={column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={getRowKey(row)}>
            <tr>
              {selection && (
                <td className="admin-select-cell">
                  <label>
                    <input
                      type="checkbox"
                      aria-label={selection.getLabel(row)}
                      checked={selection.isSelected(row)}
                      onChange={({ target }) => selection.onSelect([row], target.checked)}
                    />
                  </label>
                </td>
              )}
              {columns.map(({ label, render, numeric, isRowHeader, cardPosition }) =>
                isRowHeader ? (
                  <th key={label} scope="row" className="admin-name-cell">
                    {render(row)}
                  </th>
                ) : (
                  <td
                    key={label}
                    data-label={label}
                    className={`${numeric ? "md:text-right md:whitespace-nowrap tabular-nums" : ""} ${cardPosition ? CARD_POSITION_CLASSES[cardPosition] : ""}`}
                  >
                    {render(row)}
                  </td>
                ),
              )}
            </tr>
            {details && (
              <DetailsRow
                id={details.getId(row)}
                content={details.render(row)}
                span={columns.length + (selection ? 1 : 0)}
              />
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** The row is rendered also while it is collapsed: the `aria-controls` of its toggle refers to it. */
function DetailsRow({ id, content, span }: { id: string; content: ReactNode; span: number }) {
  return (
    <tr id={id} className="admin-details-row" hidden={!content}>
      <td colSpan={span}>{content}</td>
    </tr>
  );
}

function HeaderCell<Row>({
  column: { label, sortKey, numeric, cardPosition },
  order,
}: {
  column: Column<Row>;
  order: SortOrder<string> | null | undefined;
}) {
  const [params] = useSearchParams();
  const className = `${numeric ? "md:text-right" : ""} ${cardPosition === "hidden" ? "md:max-xl:hidden" : ""}`;
  if (!sortKey) {
    return (
      <th scope="col" className={`max-md:hidden ${className}`}>
        {label}
      </th>
    );
  }
  const isCurrent = order?.by === sortKey;
  const Arrow = order?.descending ? ArrowDown : ArrowUp;
  const next = isCurrent && !order.descending ? `-${sortKey}` : sortKey;
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? (order.descending ? "descending" : "ascending") : undefined}
      className={className}
    >
      <Link to={updateQuery(params, { sort: next })} preventScrollReset className="admin-sort">
        {label}
        {isCurrent && <Arrow aria-hidden size={14} />}
      </Link>
    </th>
  );
}

function SelectAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: RowSelection<Row> }) {
  const selectedCount = rows.filter(selection.isSelected).length;
  const allSelected = selectedCount === rows.length;
  return (
    <label>
      <input
        type="checkbox"
        aria-label="Choisir toute la page"
        checked={allSelected}
        ref={(checkbox) => {
          if (checkbox) checkbox.indeterminate = selectedCount > 0 && !allSelected;
        }}
        onChange={() => selection.onSelect(rows, !allSelected)}
      />
      <span aria-hidden className="md:hidden">
        Toute la page
      </span>
    </label>
  );
}
