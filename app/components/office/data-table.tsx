/**
 * The table of every list of the back office: a real one on a wide screen, below 768 px a card for each row, with the
 * name of the column before each value. Heads that sort are links, so the order stands in the address.
 */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { Fragment, type Key, type ReactNode } from "react";
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
  /** On a card it needs no label: it stands in the corner, as buttons do, or is a text over the whole width. */
  onCard?: "corner" | "whole";
}

const CARD_PLACES = { corner: "desk-corner", whole: "desk-whole" };

/** Rows that can be chosen, one by one or all that are shown. */
export interface Choice<Row> {
  isChosen(row: Row): boolean;
  /** What its box is called: «Choisir Perceuse». */
  labelOf(row: Row): string;
  onChoose(rows: readonly Row[], chosen: boolean): void;
}

/** What stands under a row, over the whole width, while it is unfolded. */
interface RowDetails<Row> {
  /** For the `aria-controls` of whatever unfolds it. */
  idOf(row: Row): string;
  /** Nothing while it is folded. */
  render(row: Row): ReactNode;
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): Key;
  order?: ListOrder<string>;
  choice?: Choice<Row>;
  details?: RowDetails<Row>;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, order, choice, details } = props;
  return (
    <table className="desk-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {choice && (
            <th scope="col" className="desk-choice">
              <ChoiceOfAll rows={rows} choice={choice} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.label} column={column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            <tr>
              {choice && (
                <td className="desk-choice">
                  <label>
                    <input
                      type="checkbox"
                      aria-label={choice.labelOf(row)}
                      checked={choice.isChosen(row)}
                      onChange={({ target }) => choice.onChoose([row], target.checked)}
                    />
                  </label>
                </td>
              )}
              {columns.map(({ label, render, numeric, isName, onCard }) =>
                isName ? (
                  <th key={label} scope="row" className="desk-name">
                    {render(row)}
                  </th>
                ) : (
                  <td
                    key={label}
                    data-label={label}
                    className={`${numeric ? "md:text-right tabular-nums" : ""} ${onCard ? CARD_PLACES[onCard] : ""}`}
                  >
                    {render(row)}
                  </td>
                ),
              )}
            </tr>
            {details && (
              <Details
                id={details.idOf(row)}
                content={details.render(row)}
                span={columns.length + (choice ? 1 : 0)}
              />
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** There also while it is folded: what unfolds it names it. */
function Details({ id, content, span }: { id: string; content: ReactNode; span: number }) {
  return (
    <tr id={id} className="desk-details" hidden={!content}>
      <td colSpan={span}>{content}</td>
    </tr>
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

function ChoiceOfAll<Row>({ rows, choice }: { rows: readonly Row[]; choice: Choice<Row> }) {
  const chosen = rows.filter(choice.isChosen).length;
  const all = chosen === rows.length;
  return (
    <label>
      <input
        type="checkbox"
        aria-label="Choisir toute la page"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !all;
        }}
        onChange={() => choice.onChoose(rows, !all)}
      />
      <span aria-hidden className="md:hidden">
        Toute la page
      </span>
    </label>
  );
}
