/** The screens of what comes back. */
import { ScreenTabs } from "#app/features/admin/shared/screen-tabs.tsx";

const TABS = [
  { to: "/admin/returns", label: "Retours" },
  { to: "/admin/returns/count-in", label: "À compter" },
  { to: "/admin/returns/refunds", label: "À rembourser" },
];

export function ReturnsTabs() {
  return <ScreenTabs label="Retours" tabs={TABS} />;
}
