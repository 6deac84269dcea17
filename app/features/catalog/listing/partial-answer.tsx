/**
 * Under the title of a search of which no product has all words, or which descriptions only mention: why products are
 * shown, and the question to the shop, which sells more than the catalogue shows.
 */
import { AskOnWhatsapp } from "./ask-on-whatsapp.tsx";
import type { SearchAnswer } from "./search.queries.ts";
import { useRecordMissedSearch } from "./use-record-missed-search.ts";

interface PartialAnswerProps {
  search: string;
  answer: SearchAnswer;
  /** The shop's number; "" while the settings cannot be loaded. */
  whatsapp: string;
}

export function PartialAnswer({ search, answer, whatsapp }: PartialAnswerProps) {
  useRecordMissedSearch(search);
  return (
    <p className="flex flex-wrap items-center gap-x-4 break-words">
      {answer.kind === "words" ? (
        <span>
          Aucun résultat pour «&nbsp;{search}&nbsp;»&nbsp;; voici ceux pour «&nbsp;
          <strong>{answer.words}</strong>&nbsp;».
        </span>
      ) : (
        <span>Aucun produit ne s'appelle «&nbsp;{search}&nbsp;»&nbsp;; ceux-ci en parlent.</span>
      )}
      <AskOnWhatsapp search={search} whatsapp={whatsapp} className="link inline-flex min-h-11 items-center" />
    </p>
  );
}
