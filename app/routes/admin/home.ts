/** /admin: redirects to the dashboard. */
import { redirect } from "react-router";

export function loader() {
  return redirect("/admin/dashboard");
}
