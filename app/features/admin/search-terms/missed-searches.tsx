/** The searches without a result of the last 30 days, each with one press to make a synonym of it. */
import X from "lucide-react/icons/x";
import { Panel } from "#app/components/admin/panel.tsx";
import { ROW_ACTION_CLASS } from "#app/components/admin/row-actions.tsx";
import { useRowFocus } from "#app/components/admin/use-row-focus.ts";
import { Button } from "#app/components/ui/button.tsx";
import { formatNumber } from "#app/lib/format/numbers.ts";
import type { MissedSearch } from "./search-terms.queries.ts";

interface MissedSearchesProps {
  searches: readonly MissedSearch[];
  /** Given the whole term, and the words of it that a synonym is made of. */
  onMakeSynonym(term: string, words: string): void;
  onDismiss(term: string): void;
}

export function MissedSearches({ searches, onMakeSynonym, onDismiss }: MissedSearchesProps) {
  const { list, onFocus } = useRowFocus<HTMLUListElement>("li");
  return (
    <Panel title="Recherches sans résultat">
      {searches.length === 0 ? (
        <p className="p-4 text-sm text-muted">
          Aucune ces 30 derniers jours : ce que les clients ont cherché a été trouvé.
        </p>
      ) : (
        <ul ref={list} onFocus={onFocus} className="divide-y divide-border">
          {searches.map(({ term, searches: times, answered, words }) => (
            <li key={term} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
              <span className="min-w-0 grow break-words">
                <span className="font-medium">{term}</span>{" "}
                <span className="text-sm whitespace-nowrap text-muted">{formatNumber(times)} fois</span>
                {answered !== null && (
                  <span className="block text-sm text-muted">
                    Produits montrés pour «&nbsp;{answered}&nbsp;»
                  </span>
                )}
              </span>
              <span className="ml-auto flex items-center gap-1">
                <Button
                  variant="outline"
                  aria-label={`Faire un synonyme de ${words}`}
                  onClick={() => onMakeSynonym(term, words)}
                >
                  Faire un synonyme
                </Button>
                <button
                  type="button"
                  className={ROW_ACTION_CLASS}
                  aria-label={`Ignorer ${term}`}
                  title="Ignorer"
                  onClick={() => onDismiss(term)}
                >
                  <X aria-hidden size={18} />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
