/** Finds what the shop has of a person who asks, gives a copy, and erases it. */
import Trash2 from "lucide-react/icons/trash-2";
import { type SubmitEvent, useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { DownloadJsonButton } from "#app/components/ui/download-json-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatPhone } from "#app/lib/format/phone.ts";
import type { Result } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { erasePerson } from "./personal-data.mutations.ts";
import { exportPerson, type PersonKey, type PersonSummary } from "./personal-data.queries.ts";

interface PersonPanelProps {
  /** What the field shows. */
  contact: string;
  /** Null before anybody was looked for, and when what was typed is nobody's. */
  person: { key: PersonKey; summary: Result<PersonSummary> } | null;
  onRetry(): void;
}

export function PersonPanel({ contact, person, onRetry }: PersonPanelProps) {
  const navigate = useNavigate();

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("contact"));
    void navigate({ search: `?${new URLSearchParams({ contact: typed })}` });
  }

  return (
    <Panel title="Une personne demande ses données">
      <div className="grid gap-4 p-4">
        <p className="text-sm text-muted">
          Assurez-vous d'abord que c'est bien elle : rappelez le numéro de ses commandes, ou répondez à
          l'adresse de son compte. Ce qu'elle a commandé sans compte se cherche à son numéro.
        </p>
        <form method="get" onSubmit={search} className="flex flex-wrap items-end gap-3">
          <TextField
            key={contact}
            name="contact"
            label="E-mail ou téléphone"
            defaultValue={contact}
            error={contact && !person ? "Indiquez une adresse e-mail ou un numéro complet" : undefined}
            className="grow md:max-w-80"
          />
          <Button variant="outline" type="submit" className="max-sm:w-full">
            Chercher
          </Button>
        </form>
        {person &&
          (person.summary.ok ? (
            <Person key={JSON.stringify(person.key)} person={person.key} summary={person.summary.value} />
          ) : (
            <LoadError message="Impossible de chercher cette personne" busy={false} onRetry={onRetry} />
          ))}
      </div>
    </Panel>
  );
}

function Person({ person, summary }: { person: PersonKey; summary: PersonSummary }) {
  const { mutate } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const [withReviews, setWithReviews] = useState(false);
  const { accounts, orders, open_orders, reviews, messages, quotes } = summary;
  const names = [...summary.emails, ...summary.numbers.map((number) => formatPhone(`+${number}`))].join(", ");
  const isUnknown = accounts + orders + reviews + messages + quotes === 0;
  const found = [
    formatCount(accounts, "compte", "comptes"),
    formatCount(orders, "commande", "commandes"),
    formatCount(reviews, "avis", "avis"),
    formatCount(messages, "message", "messages"),
    formatCount(quotes, "cotation", "cotations"),
  ].join(" · ");

  async function erase() {
    const isErased = await mutate("the erasure of a person", () =>
      erasePerson(getSupabase(), person, withReviews),
    );
    setAsking(false);
    if (isErased) toast({ title: "Données effacées", description: "Le Journal le dit, sans le nom." });
  }

  return (
    <section aria-label="Ce que la boutique a de cette personne" className="grid gap-3">
      <div>
        <p className="font-semibold wrap-anywhere">{names || "Compte sans adresse ni numéro"}</p>
        <p className="text-sm text-muted">
          {isUnknown ? "Ni compte, ni commande, ni avis, ni message, ni cotation." : found}
        </p>
      </div>
      {open_orders.length > 0 && (
        <p className="text-sm">
          En cours : {open_orders.join(", ")}. Elles s'annulent ou s'achèvent avant l'effacement.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <DownloadJsonButton
          label="Télécharger la copie"
          className="max-sm:w-full"
          fileName="donnees-client"
          load={() => exportPerson(getSupabase(), person)}
          describeError={toUserMessage}
        />
        <Button
          variant="danger"
          className="max-sm:w-full"
          disabled={open_orders.length > 0}
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden size={18} />
          Effacer ses données
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Effacer ses données ?"
          confirmLabel="Effacer pour toujours"
          onConfirm={erase}
          onCancel={() => setAsking(false)}
        >
          <div className="grid gap-3">
            <p>
              {names} : {found}. Le compte, les adresses, les messages et les e-mails disparaissent ; les
              commandes restent dans les comptes, sans la personne. Rien ne pourra être rétabli.
            </p>
            <SwitchField
              label="Supprimer aussi ses avis publiés"
              hint="Sinon ils restent, signés « Client »."
              checked={withReviews}
              onChange={({ target }) => setWithReviews(target.checked)}
            />
          </div>
        </ConfirmDialog>
      )}
    </section>
  );
}
