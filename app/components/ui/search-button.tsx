/**
 * The button at the end of a search field. It lies over the field, which has the whole width (`field pr-15`): the
 * outline of the focused field is therefore around both, as one control.
 */
import { SearchIcon } from "./icons.tsx";

export function SearchButton({ label }: { label: string }) {
  return (
    <button
      type="submit"
      aria-label={label}
      className="absolute inset-y-0 right-0 grid w-13 place-items-center rounded-r-lg bg-brand text-white hover:bg-brand-strong"
    >
      <SearchIcon size={20} />
    </button>
  );
}
