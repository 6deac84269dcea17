/** The tabs of «Clients»: the customers, and the administrators. */
import { NavLink } from "react-router";
import { useMayOpen } from "./use-rights.ts";

const TABS = [
  { to: "/admin/users", label: "Clients" },
  { to: "/admin/users/administrators", label: "Administrateurs" },
];

export function PeopleTabs() {
  const mayOpen = useMayOpen();
  const tabs = TABS.filter(({ to }) => mayOpen(to));
  if (tabs.length < 2) return null;
  return (
    <nav aria-label="Comptes" className="flex gap-1 text-sm">
      {tabs.map(({ to, label }) => (
        <NavLink key={to} to={to} end className="admin-link inline-flex min-h-11 items-center md:min-h-9">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
