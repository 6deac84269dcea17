/**
 * The shop's logo and name, linking to the home page. A square of the logo's colour is shown until it has
 * loaded.
 */
import { Link } from "react-router";

export function Logo({ shopName }: { shopName: string }) {
  return (
    <Link
      to="/"
      className="flex min-h-11 min-w-0 items-center gap-2 rounded-lg pr-1"
      aria-label={`${shopName}, accueil`}
    >
      <span className="size-8 shrink-0 overflow-hidden xs:size-9 rounded-lg bg-brand md:size-10">
        <img src="/favicon.svg" alt="" width={40} height={40} />
      </span>
      <span className="truncate font-heading text-xl font-extrabold tracking-tight md:text-2xl">
        {shopName}
      </span>
    </Link>
  );
}
