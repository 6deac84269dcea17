/** Asks for a return: how many pieces of which lines, why, and a photo for whoever wants to show it. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { TextAreaField, TextField } from "#app/components/ui/forms/field.tsx";
import { FileField } from "#app/components/ui/forms/file-field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { isMeasured } from "#app/lib/format/articles.ts";
import { formatQuantity, formatSoldBy, isSoldByUnit, type SoldBy } from "#app/lib/format/units.ts";
import { storeIfSessionEnded, takeEndedSessionDraft } from "#app/lib/forms/ended-session-draft.ts";
import { requiredText } from "#app/lib/forms/text-schema.ts";
import { optionalWholeNumber } from "#app/lib/forms/whole-number.ts";
import { UNREADABLE_FILE } from "#app/lib/images/file-errors.ts";
import { soldBySchema } from "#app/lib/models/sold-by.ts";
import { randomId } from "#app/lib/random-id.ts";
import { describeFailure } from "#app/lib/supabase/failure-message.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { prepareReturnPhoto, type ReturnPhoto } from "./return-photo.ts";
import { requestReturn, sendReturnPhoto } from "./returns.mutations.ts";
import type { ReturnableLine } from "./returns.queries.ts";

function createSchema(lines: readonly ReturnableLine[]) {
  return z.object({
    quantities: z.array(optionalWholeNumber(0, 999_999, 0, "Entrez un nombre de pièces")).check(
      z.refine((quantities) => quantities.some((quantity) => quantity > 0), "Choisissez au moins un article"),
      z.refine(
        (quantities) => quantities.every((quantity, index) => quantity <= (lines[index]?.returnable ?? 0)),
        "Vous ne pouvez pas retourner plus que ce que vous avez reçu",
      ),
    ),
    reason: requiredText(1, 1000, "Dites-nous pourquoi"),
  });
}

interface ReturnDialogProps {
  orderId: string;
  accountId: string;
  lines: readonly ReturnableLine[];
  onClose(): void;
  /** The dialog stays busy until it resolves. */
  onRequested(): Promise<void>;
}

export function ReturnDialog({ orderId, accountId, lines, onClose, onRequested }: ReturnDialogProps) {
  const [id] = useState(randomId);
  const [photo, setPhoto] = useState<ReturnPhoto | null>(null);
  const [photoName, setPhotoName] = useState<string | null>(null);
  const [photoProblem, setPhotoProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const draftKey = `return:${orderId}:${accountId}`;
  const [draft] = useState(() => takeEndedSessionDraft(draftKey, ["reason"]));
  const schema = useMemo(() => createSchema(lines), [lines]);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { quantities: lines.map(() => ""), reason: draft.reason ?? "" },
  });
  const { errors, isSubmitting } = formState;
  const message = errors.quantities?.root?.message ?? errors.quantities?.message;

  async function selectPhoto(file: File) {
    setPhoto(null);
    setPhotoName(file.name);
    const prepared = await prepareReturnPhoto(file).catch(() => UNREADABLE_FILE);
    setPhotoProblem(typeof prepared === "string" ? prepared : null);
    if (typeof prepared !== "string") setPhoto(prepared);
  }

  const submit = handleSubmit(async ({ quantities, reason }) => {
    setFailure(null);
    try {
      await requestReturn(getSupabase(), {
        id,
        order_id: orderId,
        reason,
        lines: lines
          .map(({ line_position }, index) => ({ position: line_position, quantity: quantities[index] ?? 0 }))
          .filter(({ quantity }) => quantity > 0),
      });
    } catch (error) {
      console.error("returns: the return could not be requested", error);
      storeIfSessionEnded(draftKey, { reason });
      setFailure(describeFailure(error, "La demande n'a pas pu être envoyée. Réessayez dans un instant."));
      return;
    }
    const isPhotoSent = !photo || (await sendReturnPhoto(accountId, id, photo));
    toast({
      title: "Demande envoyée",
      ...(!isPhotoSent && { description: "La photo n'est pas partie : montrez-la sur WhatsApp." }),
    });
    await onRequested();
  });

  return (
    <Dialog title="Retourner des articles" onClose={onClose} closeOnBackdrop={false}>
      <form noValidate method="post" onSubmit={submit} className="grid gap-4">
        {lines.map(({ line_position, name, returnable, sold_by }, index) => (
          <TextField
            key={line_position}
            label={name}
            inputMode="numeric"
            autoComplete="off"
            optional
            hint={describeReturnable(returnable, soldBySchema.parse(sold_by))}
            error={errors.quantities?.[index]?.message}
            {...register(`quantities.${index}`)}
          />
        ))}
        {message && (
          <p role="alert" className="text-sm font-medium text-danger">
            {message}
          </p>
        )}
        <TextAreaField
          label="Pourquoi ?"
          rows={3}
          hint="Ce qui ne va pas, ou que vous avez changé d'avis."
          error={errors.reason?.message}
          {...register("reason")}
        />
        <FileField
          label="Photo"
          optional
          error={photoProblem ?? undefined}
          accept="image/*"
          fileName={photoName}
          onSelect={(file) => void selectPhoto(file)}
        >
          Choisir une photo
        </FileField>
        {failure && (
          <Notice variant="error" role="alert">
            {failure}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" className="max-sm:grow" onClick={onClose}>
            Annuler
          </Button>
          <BusyButton variant="primary" type="submit" className="max-sm:grow" busy={isSubmitting}>
            {isSubmitting ? "Envoi..." : "Envoyer la demande"}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}

/** «2 pièces au plus»; of what is measured also how much a step is: «5 au plus (2,5 m), vendu par 0,5 m». */
function describeReturnable(steps: number, soldBy: SoldBy): string {
  if (isMeasured(soldBy))
    return `${steps} au plus (${formatQuantity(steps, soldBy)}), ${formatSoldBy(soldBy)}`;
  if (isSoldByUnit(soldBy)) return `${formatQuantity(steps, soldBy)} au plus`;
  return steps === 1 ? "1 pièce au plus" : `${steps} pièces au plus`;
}
