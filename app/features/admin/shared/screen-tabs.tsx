/** The tabs of screens that belong together. Whoever may open only one of them sees none. */
import { NavLink } from "react-router";
import { useMayOpen } from "./use-rights.ts";

interface ScreenTabsProps {
  label: string;
  tabs: readonly { to: string; label: string }[];
}

export function ScreenTabs({ label, tabs }: ScreenTabsProps) {
  const mayOpen = useMayOpen();
  const open = tabs.filter(({ to }) => mayOpen(to));
  if (open.length < 2) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 text-sm">
      {open.map(({ to, label }) => (
        <NavLink key={to} to={to} end className="admin-link inline-flex min-h-11 items-center md:min-h-9">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
