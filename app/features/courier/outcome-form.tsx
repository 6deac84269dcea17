/** The form of an outcome, in a dialog: the amounts, the refused pieces, the reason, the new day, and the proof. */
import { type FormEvent, useState } from "react";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Field, TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { addDays, getToday } from "#app/lib/format/days.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDay, isServedDay } from "#app/lib/format/weekdays.ts";
import { showErrors } from "#app/lib/forms/show-errors.ts";
import type { DeliveryProof } from "#app/lib/supabase/database.types.ts";
import { type CourierStop, getReducedAmount, type OutcomeKind } from "./courier-run.ts";
import type { OutcomeData } from "./outcome-queue.ts";
import { OUTCOME_LABELS } from "./outcome-texts.ts";
import { PhotoField } from "./photo-field.tsx";
import { RefusedLines } from "./refused-lines.tsx";

const NO_ROOM =
  "Ce résultat n'a pas pu être gardé : la mémoire du téléphone est pleine. Envoyez d'abord ce qui attend, ou notez-le sur papier.";
const INVALID_AMOUNT = "Entrez un montant en francs";

/** A later day is the shop's to agree on. */
const MAX_DAYS = 30;

const REASONS = [
  "Le client a changé d'avis",
  "Produit abîmé",
  "Mauvais produit",
  "Prix contesté",
  "Client sans argent",
];

interface OutcomeFormProps {
  stop: CourierStop;
  kind: OutcomeKind;
  proof: DeliveryProof;
  /** Throws when the outcome cannot be stored. */
  onTell(data: OutcomeData, photo: string | null): void;
  onClose(): void;
}

const METHODS = ["Espèces", "Mobile money", "Les deux"] as const;
type Method = (typeof METHODS)[number];

type Errors = Partial<Record<"amount" | "rest" | "reference" | "reason" | "code" | "lines" | "form", string>>;

export function OutcomeForm({ stop, kind, proof, onTell, onClose }: OutcomeFormProps) {
  const [refused, setRefused] = useState<ReadonlyMap<number, number>>(new Map());
  const [method, setMethod] = useState<Method>("Espèces");
  const [typedAmount, setTypedAmount] = useState<string | null>(null);
  const [typedRest, setTypedRest] = useState<string | null>(null);
  const [photo, setPhoto] = useState<string | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const isDelivery = kind === "delivered" || kind === "partly_delivered";
  const due = getReducedAmount(stop, refused);
  // Both follow the refused pieces until they are typed. The rest is what comes by mobile money beside cash.
  const amount = typedAmount ?? String(due);
  const rest = typedRest ?? String(Math.max(0, due - (parseAmount(amount) ?? 0)));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => String(form.get(name) ?? "").trim();
    const isPaid = isDelivery && stop.dueAmount > 0;
    const first = isPaid ? parseAmount(amount) : 0;
    const second = isPaid && method === "Les deux" ? parseAmount(rest) : 0;
    const [cash, mobileMoney] = method === "Mobile money" ? [0, first] : [first, second];
    const lines = [...refused].map(([position, quantity]) => ({ position, quantity }));
    const isAllRefused = stop.lines.every(({ position, quantity }) => refused.get(position) === quantity);
    const chosen = read("reason");
    const reason = chosen === "" ? read("other") : chosen;
    const [reference, code, day] = [read("reference"), read("code"), read("day")];
    const found: Errors = {
      ...(first === null && { amount: INVALID_AMOUNT }),
      ...(second === null && { rest: INVALID_AMOUNT }),
      ...(mobileMoney && !reference && { reference: "Entrez la référence du paiement mobile" }),
      ...(kind === "refused" && !reason && { reason: "Dites pourquoi le client refuse" }),
      ...(code && !/^\d{4}$/.test(code) && { code: "Le code a quatre chiffres" }),
      ...(kind === "partly_delivered" &&
        lines.length === 0 && { lines: "Choisissez ce que le client refuse" }),
      ...(kind === "partly_delivered" &&
        isAllRefused && { lines: "Tout est refusé : revenez et choisissez « Refusée »" }),
    };
    showErrors(event.currentTarget, () => setErrors(found));
    if (Object.keys(found).length > 0 || cash === null || mobileMoney === null) return;
    try {
      onTell(
        {
          ...(cash > 0 && { cash }),
          ...(mobileMoney > 0 && { mobile_money: mobileMoney, reference }),
          ...(kind === "partly_delivered" && { lines }),
          ...(kind === "refused" && { reason }),
          ...(kind === "absent" && day && { day }),
          ...(code && { code }),
        },
        photo,
      );
    } catch (error) {
      console.error("courier: the outcome could not be stored", error);
      return setErrors({ form: NO_ROOM });
    }
    onClose();
  }

  return (
    <Dialog
      title={`${OUTCOME_LABELS[kind]} : ${stop.customerName}`}
      closeOnBackdrop={false}
      onClose={onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {kind === "partly_delivered" && (
          <RefusedLines lines={stop.lines} refused={refused} error={errors.lines} onChange={setRefused} />
        )}
        {isDelivery &&
          (stop.dueAmount > 0 ? (
            <Payment
              due={due}
              method={method}
              amount={amount}
              rest={rest}
              errors={errors}
              onMethod={setMethod}
              onAmount={setTypedAmount}
              onRest={setTypedRest}
            />
          ) : (
            <Notice variant="info">Cette commande est déjà payée : n'encaissez rien.</Notice>
          ))}
        {isDelivery && proof === "code" && (
          <TextField
            label="Code du client"
            name="code"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            hint="Quatre chiffres, sur la page de sa commande. Sans code, la boutique devra vérifier la livraison."
            error={errors.code}
          />
        )}
        {isDelivery && proof === "photo" && <PhotoField hasPhoto={photo !== null} onPhoto={setPhoto} />}
        {kind === "refused" && <ReasonField error={errors.reason} />}
        {kind === "absent" && (
          <Field label="Nouveau jour" optional hint="Convenu avec le client.">
            {(control) => (
              <select {...control} name="day">
                <option value="">La boutique s'en occupe</option>
                {listNextDays(stop.weekdays).map((day) => (
                  <option key={day} value={day}>
                    {formatDay(day)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {errors.form && (
          <Notice variant="error" role="alert">
            {errors.form}
          </Notice>
        )}
        <Button variant="primary" type="submit">
          Enregistrer
        </Button>
      </form>
    </Dialog>
  );
}

/** Today, while the courier is on the road, and the days that the zone serves. */
function listNextDays(weekdays: readonly number[]): string[] {
  const today = getToday();
  const later = Array.from({ length: MAX_DAYS }, (_, index) => addDays(today, index + 1));
  return [today, ...later.filter((day) => isServedDay(day, weekdays))];
}

interface PaymentProps {
  due: number;
  method: Method;
  amount: string;
  rest: string;
  errors: Errors;
  onMethod(method: Method): void;
  onAmount(typed: string): void;
  onRest(typed: string): void;
}

function Payment({ due, method, amount, rest, errors, onMethod, onAmount, onRest }: PaymentProps) {
  const isBoth = method === "Les deux";
  const [first, second] = [parseAmount(amount), isBoth ? parseAmount(rest) : 0];
  const paid = first === null || second === null ? null : first + second;
  return (
    <div className="grid gap-3">
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-1.5 text-sm font-semibold">Paiement de {formatXof(due)}</legend>
        {METHODS.map((label) => (
          <label
            key={label}
            className="flex min-h-11 items-center gap-2 rounded-lg border border-border-strong px-3 has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name="method"
              className="size-5 accent-brand"
              checked={method === label}
              onChange={() => onMethod(label)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <TextField
        label={isBoth ? "En espèces (XOF)" : "Montant reçu (XOF)"}
        inputMode="numeric"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => onAmount(target.value)}
        error={errors.amount}
      />
      {isBoth && (
        <TextField
          label="Par mobile money (XOF)"
          inputMode="numeric"
          autoComplete="off"
          value={rest}
          onChange={({ target }) => onRest(target.value)}
          error={errors.rest}
        />
      )}
      {method !== "Espèces" && (
        <TextField
          label="Référence du paiement"
          name="reference"
          autoComplete="off"
          maxLength={100}
          error={errors.reference}
        />
      )}
      {paid !== null && paid !== due && (
        <p role="status" className="text-sm font-medium text-warning-strong">
          {paid < due
            ? `Il manque ${formatXof(due - paid)} : la boutique les réclamera au client.`
            : `${formatXof(paid - due)} de trop : la boutique devra vérifier.`}
        </p>
      )}
    </div>
  );
}

function ReasonField({ error }: { error: string | undefined }) {
  const [isOther, setIsOther] = useState(false);
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-sm font-semibold">Motif du refus</legend>
      {REASONS.map((reason) => (
        <label key={reason} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="reason"
            value={reason}
            className="size-5 accent-brand"
            onChange={() => setIsOther(false)}
          />
          {reason}
        </label>
      ))}
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="radio"
          name="reason"
          value=""
          className="size-5 accent-brand"
          onChange={() => setIsOther(true)}
        />
        Autre motif
      </label>
      {isOther && <TextField label="Lequel ?" name="other" maxLength={300} autoComplete="off" />}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Null for anything but a whole number of francs; spaces are allowed. The parser of lib/forms would cost this page 4 kB. */
function parseAmount(typed: string): number | null {
  const digits = typed.replace(/\s/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
