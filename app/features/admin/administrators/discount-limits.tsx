/** How much of an order each role may take off. Owners have no limit, and change those of the others. */
import { useState } from "react";
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { getRoleLabel } from "#app/features/admin/shared/labels/staff-roles.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { isWholeNumber, parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { setDiscountLimit } from "./administrators.mutations.ts";
import type { DiscountLimit } from "./administrators.queries.ts";

export function DiscountLimits({ limits }: { limits: readonly DiscountLimit[] }) {
  return (
    <Panel title="Remises sur les commandes">
      <div className="grid gap-4 p-4 sm:grid-cols-2">
        {limits.map((limit) => (
          <LimitForm key={`${limit.role} ${limit.maximum_percent}`} limit={limit} />
        ))}
      </div>
    </Panel>
  );
}

function LimitForm({ limit: { role, maximum_percent } }: { limit: DiscountLimit }) {
  const [typed, setTyped] = useState(String(maximum_percent));
  const mutation = useMutation();
  const isValid = isWholeNumber(typed, 0, 100);
  const isChanged = typed.trim() !== String(maximum_percent);
  const label = getRoleLabel(role);

  async function save() {
    if (!isValid) return;
    const isSaved = await mutation.mutate("Limite des remises", () =>
      setDiscountLimit(getSupabase(), role, parseWholeNumber(typed)),
    );
    if (isSaved) toast({ title: "Limite enregistrée", description: `${label} : ${typed.trim()} %` });
  }

  return (
    <form
      noValidate
      method="post"
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={`${label} (% au plus)`}
        inputMode="numeric"
        autoComplete="off"
        className="grow"
        error={isValid ? undefined : "Un nombre entier de 0 à 100"}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <BusyButton
        variant="outline"
        type="submit"
        className="mt-6.5"
        aria-label={`Enregistrer la limite : ${label}`}
        busy={mutation.pendingAction !== null}
        disabled={!(isValid && isChanged) && mutation.pendingAction === null}
      >
        Enregistrer
      </BusyButton>
    </form>
  );
}
