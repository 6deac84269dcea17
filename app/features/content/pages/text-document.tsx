/** The layout of long texts: title, date, table of contents, and sections with anchors. */
import type { ReactNode } from "react";
import { ChevronRightIcon } from "#app/components/ui/icons.tsx";
import { formatLongDate } from "#app/lib/format/dates.ts";

interface TextSection {
  /** The anchor; it is stable, since other pages link to it. */
  id: string;
  title: string;
  body: ReactNode;
}

interface TextDocumentProps {
  title: string;
  lead: ReactNode;
  /** The ISO date of this version. */
  updated: string;
  sections: readonly TextSection[];
}

export function TextDocument({ title, lead, updated, sections }: TextDocumentProps) {
  return (
    <article className="grid gap-6 lg:grid-cols-[280px_minmax(0,1fr)] lg:gap-x-14 lg:gap-y-10">
      <header className="max-w-prose lg:col-start-2">
        <h1 className="text-2xl md:text-4xl">{title}</h1>
        <p className="mt-3 text-lg text-muted">{lead}</p>
        <p className="mt-3 text-sm text-muted">
          Version du <time dateTime={updated}>{formatLongDate(updated)}</time>
        </p>
      </header>
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <details className="card lg:hidden">
          <summary className="flex min-h-12 items-center justify-between px-4 font-semibold">
            Sommaire
            <ChevronRightIcon className="rotate-90 text-brand" />
          </summary>
          <Contents sections={sections} />
        </details>
        <div className="card sticky top-4 max-h-[calc(100dvh-32px)] overflow-y-auto py-3 max-lg:hidden">
          <p className="px-4 pb-1 font-heading text-base font-bold">Sommaire</p>
          <Contents sections={sections} />
        </div>
      </div>
      <div className="prose lg:col-start-2">
        {sections.map(({ id, title: heading, body }) => (
          <section key={id} id={id}>
            <h2>{heading}</h2>
            {body}
          </section>
        ))}
      </div>
    </article>
  );
}

function Contents({ sections }: Pick<TextDocumentProps, "sections">) {
  return (
    <nav aria-label="Sommaire">
      <ol className="pb-2 text-sm">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center px-4 text-muted hover:bg-surface hover:text-foreground lg:min-h-9"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
