/** The tabs of «Clients»: the customers, and the administrators. */
import { ScreenTabs } from "./screen-tabs.tsx";

const TABS = [
  { to: "/admin/users", label: "Clients" },
  { to: "/admin/users/administrators", label: "Administrateurs" },
];

export function PeopleTabs() {
  return <ScreenTabs label="Comptes" tabs={TABS} />;
}
