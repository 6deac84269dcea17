/**
 * A page of text as the browser knows it: the texts are rendered on the server (written-page.server.tsx) and adopted
 * here as they are, so that no script carries a second copy of them.
 */
import { Breadcrumbs } from "../../../components/layout/breadcrumbs.tsx";
import { serverDrawn } from "../../../lib/server-drawn.ts";

export function WrittenPage({ title, html }: { title: string; html: string }) {
  return (
    <div className="page py-2 md:py-6">
      <Breadcrumbs crumbs={[{ to: "/", label: "Accueil" }]} current={title} />
      <div {...serverDrawn(html)} />
    </div>
  );
}
