/** The way of a file of products into the shop: read, judged by the database, and taken when somebody says so. */
import { useRef, useState } from "react";
import { toast } from "../../../../components/ui/toast/toast.ts";
import { authClient } from "../../../../lib/auth.client.ts";
import { randomId } from "../../../../lib/random-id.ts";
import { supabase } from "../../../../lib/supabase.client.ts";
import { withRenewal } from "../../../../lib/with-renewal.ts";
import { refusalMessage } from "../../refusal.ts";
import { importProducts, judgeImport, type Verdict } from "./csv-import.mutations.ts";
import { FileProblem, type ProductsFile, readProductsFile } from "./csv-import.ts";

const UNREACHABLE = "Le serveur ne répond pas. Réessayez : rien ne sera importé deux fois.";

interface Judged {
  file: ProductsFile;
  verdict: Verdict;
}

export type ImportStep =
  | { at: "start" }
  /** `share` is how much of the file is read, from 0 to 1; null while nobody can tell. */
  | { at: "busy"; doing: "reading" | "judging" | "importing"; share: number | null }
  /** Nothing can be said of the file's lines, and why; with another try where that may help. */
  | { at: "failed"; reason: string; retry: (() => void) | null }
  /** `refusal` is why an import that was asked for did not happen. */
  | ({ at: "judged"; refusal: string | null } & Judged)
  | { at: "done"; verdict: Verdict };

interface CsvImport {
  step: ImportStep;
  choose(file: File): void;
  confirm(): void;
}

export function useCsvImport(): CsvImport {
  const [step, setStep] = useState<ImportStep>({ at: "start" });
  // What comes late of a file that was put aside meanwhile counts no more.
  const turn = useRef(0);
  const request = useRef("");

  async function choose(chosen: File) {
    turn.current += 1;
    const mine = turn.current;
    const show = (next: ImportStep) => mine === turn.current && setStep(next);
    request.current = randomId();
    show({ at: "busy", doing: "reading", share: 0 });
    try {
      const file = await readProductsFile(chosen, (share) => show({ at: "busy", doing: "reading", share }));
      show({ at: "busy", doing: "judging", share: null });
      show({ at: "judged", file, verdict: await judge(file), refusal: null });
    } catch (error) {
      console.error("office: the file could not be judged", error);
      show(
        error instanceof FileProblem
          ? { at: "failed", reason: error.message, retry: null }
          : { at: "failed", reason: refusalMessage(error, UNREACHABLE), retry: () => void choose(chosen) },
      );
    }
  }

  async function confirm(judged: Judged) {
    const mine = turn.current;
    const show = (next: ImportStep) => mine === turn.current && setStep(next);
    show({ at: "busy", doing: "importing", share: null });
    try {
      const verdict = await withRenewal(authClient, () =>
        importProducts(supabase(), judged.file.rows, request.current),
      );
      if (verdict.applied) {
        toast({ title: importedText(verdict) });
        show({ at: "done", verdict });
      } else {
        const refusal = "La boutique a changé depuis la vérification. Rien n'a été importé.";
        show({ at: "judged", file: judged.file, verdict, refusal });
      }
    } catch (error) {
      console.error("office: the file could not be imported", error);
      show({ at: "judged", ...judged, refusal: refusalMessage(error, UNREACHABLE) });
    }
  }

  return {
    step,
    choose: (file) => void choose(file),
    confirm: () => step.at === "judged" && void confirm(step),
  };
}

function judge({ rows }: ProductsFile): Promise<Verdict> {
  return withRenewal(authClient, () => judgeImport(supabase(), rows));
}

/** «3 produits créés, 1 modifié». */
export function importedText({ create, update }: Pick<Verdict, "create" | "update">): string {
  const parts = [
    create > 0 && `${create} ${create === 1 ? "produit créé" : "produits créés"}`,
    update > 0 && `${update} ${update === 1 ? "produit modifié" : "produits modifiés"}`,
  ];
  return parts.filter(Boolean).join(", ");
}
