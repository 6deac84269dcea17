/** The shop's mark and name, leading home. Until the mark has loaded, a square of its colour stands there. */
import { Link } from "react-router";
import mark from "./logo.svg";

export function Logo({ shopName }: { shopName: string }) {
  return (
    <Link
      to="/"
      className="flex min-h-11 items-center gap-2 rounded-lg pr-2"
      aria-label={`${shopName}, accueil`}
    >
      <span className="size-10 overflow-hidden rounded-lg bg-laterite">
        <img src={mark} alt="" width={40} height={40} />
      </span>
      <span className="font-heading text-2xl font-extrabold tracking-tight">{shopName}</span>
    </Link>
  );
}
