/**
 * Under the title of a search of which no product has all words: for which of them products are shown, and the question
 * to the shop, which sells more than the catalogue shows.
 */
import { AskOnWhatsapp } from "./ask-on-whatsapp.tsx";
import { useRecordMissedSearch } from "./use-record-missed-search.ts";

interface PartialAnswerProps {
  search: string;
  /** The words that the products have. */
  answered: string;
  /** The shop's number; "" while the settings cannot be loaded. */
  whatsapp: string;
}

export function PartialAnswer({ search, answered, whatsapp }: PartialAnswerProps) {
  useRecordMissedSearch(search);
  return (
    <p className="flex flex-wrap items-center gap-x-4 break-words">
      <span>
        Aucun résultat pour «&nbsp;{search}&nbsp;»&nbsp;; voici ceux pour «&nbsp;
        <strong>{answered}</strong>&nbsp;».
      </span>
      <AskOnWhatsapp search={search} whatsapp={whatsapp} className="link inline-flex min-h-11 items-center" />
    </p>
  );
}
