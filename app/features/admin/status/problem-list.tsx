/** What is wrong with the shop, each with what to do; or that nothing is. */
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { typeset } from "#app/lib/format/typeset.ts";
import { describeProblem } from "#app/lib/models/shop-problems.ts";
import type { ShopState } from "./status.queries.ts";

export function ProblemList({ problems, checkedAt }: { problems: ShopState["problems"]; checkedAt: string }) {
  if (problems.length === 0) {
    return (
      <section className="card flex items-start gap-3 p-4">
        <CircleCheck aria-hidden size={24} className="shrink-0 text-success-strong" />
        <div>
          <h2 className="text-base">Tout va bien</h2>
          <p className="text-sm text-muted">Contrôlé le {formatDateTime(checkedAt)}.</p>
        </div>
      </section>
    );
  }
  return (
    <ul className="grid gap-3">
      {problems.map((problem) => {
        const { title, advice, to } = describeProblem(problem);
        return (
          <li key={problem.kind} className="card flex items-start gap-3 border-danger p-4">
            <TriangleAlert aria-hidden size={24} className="shrink-0 text-danger" />
            <div className="grid min-w-0 gap-1">
              <h2 className="text-base wrap-anywhere">{typeset(title)}</h2>
              <p className="text-sm">{typeset(advice)}</p>
              <p className="text-sm text-muted">Depuis le {formatDateTime(problem.began_at)}.</p>
              {to && (
                <Link to={to} className="link inline-flex min-h-11 items-center text-sm md:min-h-8">
                  Ouvrir la liste des e-mails
                </Link>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
