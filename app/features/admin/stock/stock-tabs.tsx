/** The screens of the stock. */
import { ScreenTabs } from "#app/features/admin/shared/screen-tabs.tsx";

const TABS = [
  { to: "/admin/receipts", label: "Réceptions" },
  { to: "/admin/stock-counts", label: "Comptages" },
  { to: "/admin/reorder", label: "À commander" },
];

export function StockTabs() {
  return <ScreenTabs label="Stock" tabs={TABS} />;
}
