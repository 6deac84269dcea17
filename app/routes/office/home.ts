/** /admin: what one types who means the back office. */
import { redirect } from "react-router";

export function loader() {
  return redirect("/admin/dashboard");
}
