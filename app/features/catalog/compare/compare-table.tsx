/**
 * The table of a comparison: a column a product, a row what is said of each, with the rows marked in which they differ.
 * On a phone the table scrolls sideways below its names, and the first column stays.
 */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { Image } from "#app/components/ui/image.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { formatCount } from "#app/lib/format/numbers.ts";
import type { ComparedRow } from "./compare.queries.ts";
import { getComparePath } from "./compare-path.ts";
import type { CompareRow } from "./compare-rows.ts";

interface CompareTableProps {
  products: readonly ComparedRow[];
  rows: readonly CompareRow[];
  /** The link leads to the comparison without the product. */
  onRemove: (slug: string) => void;
  renderAction: (product: ComparedRow) => ReactNode;
}

const HEAD_CLASS = "sticky left-0 z-10 w-24 bg-white p-2 text-left align-top max-md:text-xs md:w-44 md:p-3";
const CELL_CLASS = "border-l border-border p-2 align-top md:p-3";
/** In pixels, as narrow as the columns may become: two products are seen side by side on a phone. */
const MIN_COLUMN = 116;
const MIN_FIRST_COLUMN = 96;

export function CompareTable({ products, rows, onRemove, renderAction }: CompareTableProps) {
  const slugs = products.map(({ slug }) => slug);
  return (
    <section
      aria-label="Tableau de comparaison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
      tabIndex={0}
      className="card overflow-x-auto"
      // What gets the focus is not under the first column.
      style={{ scrollPaddingLeft: "11rem" }}
    >
      <table
        className="w-full table-fixed border-collapse text-sm"
        style={{ minWidth: MIN_FIRST_COLUMN + products.length * MIN_COLUMN }}
      >
        <caption className="sr-only">
          Comparaison de {formatCount(products.length, "produit", "produits")}
        </caption>
        <thead>
          <tr>
            <td className={HEAD_CLASS} />
            {products.map((product) => (
              <th key={product.slug} scope="col" className={`${CELL_CLASS} text-left font-normal`}>
                <Link to={`/product/${product.slug}`} className="block font-semibold hover:underline">
                  <Image
                    url={product.image}
                    alt=""
                    sizes="(width >= 48rem) 200px, 144px"
                    priority="high"
                    className="mb-2 max-w-60 rounded-lg"
                  />
                  <UnbrokenNumbers text={product.name} />
                </Link>
                <Link
                  to={getComparePath(slugs.filter((slug) => slug !== product.slug))}
                  aria-label={`Retirer ${product.name} de la comparaison`}
                  className="link inline-flex min-h-11 items-center text-sm"
                  onClick={() => onRemove(product.slug)}
                >
                  Retirer
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values, differs }) => (
            <tr key={name} className={`border-t border-border ${differs ? "bg-accent-soft" : ""}`}>
              <th
                scope="row"
                className={`${HEAD_CLASS} ${differs ? "bg-accent-soft font-semibold" : "font-normal text-muted"}`}
              >
                {name}
                {differs && <span className="sr-only"> (différent)</span>}
              </th>
              {values.map((value, index) => (
                <td
                  key={slugs[index]}
                  className={`${CELL_CLASS} wrap-anywhere ${differs ? "font-semibold" : ""}`}
                >
                  <UnbrokenNumbers text={value ?? "–"} />
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-t border-border">
            <td className={HEAD_CLASS} />
            {products.map((product) => (
              <td key={product.slug} className={CELL_CLASS}>
                {renderAction(product)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}
