/** What couriers have to bring for each delivery: a setting of the shop. */
import { Panel } from "#app/components/admin/panel.tsx";
import { Field } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { DELIVERY_PROOF_LABELS } from "#app/features/admin/shared/labels/run-labels.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { DELIVERY_PROOF_VALUES, type DeliveryProof } from "#app/lib/supabase/database.types.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { saveDeliveryProof } from "./runs.mutations.ts";

const HINTS: Readonly<Record<DeliveryProof, string>> = {
  none: "Le livreur dit ce qui s'est passé, et c'est tout.",
  code: "Le client lit un code de quatre chiffres sur la page de sa commande et le dit au livreur.",
  photo: "Le livreur photographie la livraison ; la photo s'affiche dans la tournée.",
};

export function ProofSetting({ proof }: { proof: DeliveryProof }) {
  const { pendingAction, mutate } = useMutation();
  async function save(value: string) {
    const chosen = DELIVERY_PROOF_VALUES.find((known) => known === value);
    if (!chosen) return;
    const isSaved = await mutate("changer la preuve de livraison", () =>
      saveDeliveryProof(getSupabase(), chosen),
    );
    if (isSaved) toast({ title: "Preuve de livraison", description: DELIVERY_PROOF_LABELS[chosen] });
  }
  return (
    <Panel title="Réglage">
      <div className="p-4">
        <Field label="Preuve de livraison" hint={`${HINTS[proof]} Vaut pour les tournées lancées ensuite.`}>
          {(control) => (
            <select
              {...control}
              className="field max-w-80"
              value={proof}
              aria-busy={pendingAction !== null}
              onChange={({ target }) => void save(target.value)}
            >
              {DELIVERY_PROOF_VALUES.map((value) => (
                <option key={value} value={value}>
                  {DELIVERY_PROOF_LABELS[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </Panel>
  );
}
