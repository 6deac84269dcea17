/** Reads a carrier's settlement, shows what it contains, and takes it into the book. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { EditDialog } from "#app/components/admin/edit-dialog.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { FileField } from "#app/components/ui/forms/file-field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useActionForm } from "#app/features/admin/shared/mutations/use-action-form.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type SettlementInput, type SettlementValues, settlementSchema } from "./carrier.schema.ts";
import { CarrierField } from "./carrier-field.tsx";
import { importSettlement } from "./carriers.mutations.ts";
import { type Carrier, countResults } from "./carriers.queries.ts";
import { listRepeatedNumbers, readSettlement, type Settlement, SettlementError } from "./settlement-csv.ts";

interface SettlementDialogProps {
  carriers: readonly Carrier[];
  onClose(): void;
  onImported(): Promise<void>;
}

export function SettlementDialog({ carriers, onClose, onImported }: SettlementDialogProps) {
  // Another file is another settlement.
  const [id, setId] = useState(randomId);
  const [settlement, setSettlement] = useState<Settlement | null>(null);
  const [fileName, setFileName] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SettlementInput, unknown, SettlementValues>({
    resolver: zodResolver(settlementSchema),
    defaultValues: {
      carrier_id: carriers.length === 1 ? (carriers[0]?.id ?? "") : "",
      account: "bank",
      reference: "",
    },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const repeated = listRepeatedNumbers(settlement?.rows ?? []);
  const dialog = useActionForm({
    form,
    action: "import a settlement",
    act: async (values) => settlement && importSettlement(getSupabase(), id, values, settlement),
    onDone: async () => {
      const { matched, open, repeated } = await countResults(getSupabase(), id);
      const before =
        repeated > 0 ? `, ${formatCount(repeated, "ligne déjà reçue", "lignes déjà reçues")}` : "";
      toast({
        title: "Relevé importé",
        description: `${formatCount(matched, "colis réglé", "colis réglés")}, ${open} à régler${before}`,
      });
      await onImported();
    },
  });

  async function selectFile(file: File) {
    setId(randomId());
    setFileName(file.name);
    setSettlement(null);
    setProblem(null);
    try {
      setSettlement(await readSettlement(file));
    } catch (error) {
      if (!(error instanceof SettlementError)) throw error;
      setProblem(error.message);
    }
  }

  return (
    <EditDialog title="Importer un relevé" {...dialog} disabled={!settlement} onClose={onClose}>
      <CarrierField
        carriers={carriers}
        registration={register("carrier_id")}
        error={errors.carrier_id?.message}
      />
      <FileField
        label="Relevé (CSV)"
        hint="Une colonne avec le numéro de suivi ou de commande, une autre avec le montant."
        error={problem ?? undefined}
        accept=".csv,.txt,text/csv,text/plain"
        fileName={fileName}
        onSelect={(file) => void selectFile(file)}
      >
        Choisir un fichier
      </FileField>
      <p role="status" className="text-sm font-medium empty:hidden">
        {settlement &&
          `${formatCount(settlement.rows.length, "ligne", "lignes")}, ${formatXof(
            settlement.rows.reduce((sum, { amount }) => sum + amount, 0),
          )}`}
      </p>
      {repeated.length > 0 && (
        <Notice variant="warning">
          {repeated.slice(0, 5).join(", ")}
          {repeated.length > 5 && "…"} : plusieurs fois dans ce relevé. Comparez le total avec ce qui est
          arrivé.
        </Notice>
      )}
      <Field label="L'argent est arrivé" error={errors.account?.message}>
        {(control) => (
          <select {...control} {...register("account")}>
            <option value="bank">à la banque</option>
            <option value="drawer">dans le tiroir-caisse</option>
          </select>
        )}
      </Field>
      <TextField
        label="Référence du virement"
        optional
        autoComplete="off"
        error={errors.reference?.message}
        {...register("reference")}
      />
    </EditDialog>
  );
}
