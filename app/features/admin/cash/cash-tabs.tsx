/** The screens of the cash book. */
import { ScreenTabs } from "#app/features/admin/shared/screen-tabs.tsx";

const TABS = [
  { to: "/admin/cash", label: "Aujourd'hui" },
  { to: "/admin/cash/movements", label: "Mouvements" },
  { to: "/admin/cash/report", label: "Rapport" },
];

export function CashTabs() {
  return <ScreenTabs label="Caisse" tabs={TABS} />;
}
