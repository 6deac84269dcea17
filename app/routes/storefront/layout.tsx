/** The frame of every page of the shop: header, navigation, the page, footer. */
import { Outlet } from "react-router";

export default function StorefrontLayout() {
  return <Outlet />;
}
