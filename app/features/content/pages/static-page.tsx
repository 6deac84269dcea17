/**
 * A static text page in the browser: the text is rendered on the server (static-page.server.tsx) and kept
 * unhydrated, so that no script contains it a second time.
 */
import { Breadcrumbs } from "#app/components/layout/breadcrumbs.tsx";
import { toStaticHtmlProps } from "#app/lib/pages/static-html.ts";

export function StaticPage({ title, html }: { title: string; html: string }) {
  return (
    <div className="page py-2 md:py-6">
      <Breadcrumbs crumbs={[{ to: "/", label: "Accueil" }]} current={title} />
      <div {...toStaticHtmlProps(html)} />
    </div>
  );
}
