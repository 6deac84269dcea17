/**
 * The facets as controls of the form of filters: a box for each value with its number of products, and for numbers two
 * choices between which the value lies. All of them are sent as `facet`, so that the form works without script.
 */
import { ChevronRightIcon } from "#app/components/ui/icons.tsx";
import { type Facet, type FacetOption, formatOption, formatOptionTotal, getChosenRange } from "./facets.ts";

/** So many values are shown at once, the others behind «Plus de choix». */
const MAX_SHOWN = 6;
/** A range is no help among fewer values. */
const MIN_RANGE_OPTIONS = 4;

interface FacetChoicesProps {
  facets: readonly Facet[];
  chosen: readonly string[];
}

export function FacetChoices({ facets, chosen }: FacetChoicesProps) {
  return facets.map((facet) => <FacetChoice key={facet.key} facet={facet} chosen={chosen} />);
}

function FacetChoice({ facet, chosen }: { facet: Facet; chosen: readonly string[] }) {
  const range = getChosenRange(facet.key, chosen);
  const isChosen = ({ value }: FacetOption) => chosen.includes(`${facet.key}:${value}`);
  const isOpen = range.low !== "" || range.high !== "" || facet.options.some(isChosen);
  // A chosen value is never hidden.
  const shown = facet.options.filter((option, index) => index < MAX_SHOWN || isChosen(option));
  const more = facet.options.filter((option) => !shown.includes(option));
  const box = (option: FacetOption) => (
    <FacetBox key={option.value} facet={facet} option={option} checked={isChosen(option)} />
  );
  return (
    <details open={isOpen} className="group border-t border-border pt-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-heading text-base font-bold md:min-h-8">
        {facet.name}
        {facet.unit && <span className="ml-1 font-normal text-muted">{`(${facet.unit})`}</span>}
        <span aria-hidden="true" className="ml-auto group-open:rotate-90">
          <ChevronRightIcon size={16} />
        </span>
      </summary>
      <fieldset>
        <legend className="sr-only">{`${facet.name}, avec le nombre de produits`}</legend>
        {facet.kind === "number" && (isOpen || facet.options.length >= MIN_RANGE_OPTIONS) && (
          <div className="mb-2 grid grid-cols-2 gap-3 text-xs">
            <RangeEnd facet={facet} label="De" bound={range.low} toValue={(number) => `${number}-`} />
            <RangeEnd facet={facet} label="À" bound={range.high} toValue={(number) => `-${number}`} />
          </div>
        )}
        {shown.map(box)}
        {more.length > 0 && (
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center text-sm underline md:min-h-8">
              {`Plus de choix (${more.length})`}
            </summary>
            {more.map(box)}
          </details>
        )}
      </fieldset>
    </details>
  );
}

/** A page has a hundred and more of them: as few elements as possible. */
function FacetBox({ facet, option, checked }: { facet: Facet; option: FacetOption; checked: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3 wrap-anywhere md:min-h-9">
      <input
        type="checkbox"
        name="facet"
        value={`${facet.key}:${option.value}`}
        defaultChecked={checked}
        className="size-5 shrink-0 accent-brand"
      />
      {formatOption(facet, option)}
      <span className="ml-auto shrink-0 text-sm text-muted tabular-nums">
        {formatOptionTotal(facet, option)}
      </span>
    </label>
  );
}

interface RangeEndProps {
  facet: Facet;
  label: string;
  /** The chosen number, "" for none. */
  bound: string;
  toValue(number: string): string;
}

function RangeEnd({ facet, label, bound, toValue }: RangeEndProps) {
  // A bound of an address need not be one of the values.
  const numbers = [...new Set([...facet.options.map(({ value }) => value), bound])]
    .filter((number) => number !== "")
    .sort((one, other) => Number(one) - Number(other));
  return (
    <label>
      {label}
      <select
        name="facet"
        defaultValue={bound && `${facet.key}:${toValue(bound)}`}
        aria-label={`${facet.name}, ${label === "De" ? "à partir de" : "jusqu'à"}`}
        className="field text-base"
      >
        <option value="">–</option>
        {numbers.map((number) => (
          <option key={number} value={`${facet.key}:${toValue(number)}`}>
            {formatOption(facet, { value: number, name: null })}
          </option>
        ))}
      </select>
    </label>
  );
}
