/** /admin/price-lists («Tarifs pro»): the prices of groups of customers, and who asked for them. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { RowActions } from "#app/components/admin/row-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { AnswerDialog } from "#app/features/admin/prices/answer-dialog.tsx";
import { getMemberName } from "#app/features/admin/prices/member-name.ts";
import { PriceListDialog } from "#app/features/admin/prices/price-list-dialog.tsx";
import { deletePriceList } from "#app/features/admin/prices/price-lists.mutations.ts";
import {
  listMembers,
  listPriceLists,
  MEMBER_STATES,
  type Member,
  type PriceList,
} from "#app/features/admin/prices/price-lists.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/price-lists";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/price-lists", "Tarifs pro");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const params = new URL(request.url).searchParams;
  const state = MEMBER_STATES.find((value) => value === params.get("state")) ?? "requested";
  const [lists, members] = await Promise.all([
    toResult("price lists", listPriceLists(client)),
    toResult("members of price lists", listMembers(client, state, parsePageParam(params.get("page")))),
  ]);
  return { lists, members, state };
}

type Open =
  | { kind: "list"; list: PriceList | null }
  | { kind: "delete"; list: PriceList }
  | { kind: "answer"; member: Member };

const EMPTY_TEXTS = {
  requested: "Aucune demande n'attend de réponse.",
  granted: "Aucun client n'a de tarif pro.",
  refused: "Aucune demande refusée.",
  withdrawn: "Aucun tarif pro n'a été retiré.",
};

export default function PriceListsPage({ loaderData: { lists, members, state } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { mutate } = useMutation();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  async function onDone() {
    close();
    await revalidate();
  }
  const all = lists.ok ? lists.value : [];
  const columns: Column<Member>[] = [
    {
      label: "Client",
      isRowHeader: true,
      render: (row) => <span className="wrap-anywhere">{getMemberName(row)}</span>,
    },
    { label: "Métier", render: ({ trade }) => <span className="wrap-anywhere">{trade}</span> },
    { label: "Demandé le", render: ({ requested_at }) => formatDateTime(requested_at) },
    ...(state === "granted"
      ? [
          {
            label: "Liste",
            render: ({ list_id }: Member) => all.find(({ id }) => id === list_id)?.name ?? "–",
          },
        ]
      : []),
    ...(state === "refused" || state === "withdrawn"
      ? [{ label: "Motif", render: ({ reason }: Member) => reason }]
      : []),
    {
      label: "Actions",
      numeric: true,
      render: (member) => (
        <Button
          variant="outline"
          aria-label={`Répondre à ${getMemberName(member)}`}
          onClick={() => setOpen({ kind: "answer", member })}
        >
          {state === "requested" ? "Répondre" : "Changer"}
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageActions lead="Les professionnels demandent ces prix depuis leur compte. Les pages restent les mêmes pour tout le monde.">
        <Button variant="primary" onClick={() => setOpen({ kind: "list", list: null })}>
          Ajouter une liste
        </Button>
      </PageActions>
      <Panel title="Listes de prix">
        {lists.ok ? (
          <Lists
            lists={all}
            onEdit={(list) => setOpen({ kind: "list", list })}
            onDelete={(list) => setOpen({ kind: "delete", list })}
          />
        ) : (
          <RouteLoadError message="Impossible de charger les listes de prix" />
        )}
      </Panel>
      <FilterBar>
        <FilterSelect
          name="state"
          label="État des demandes"
          all="Demandes en attente"
          options={[
            { value: "granted", label: "Accordées" },
            { value: "refused", label: "Refusées" },
            { value: "withdrawn", label: "Retirées" },
          ]}
        />
      </FilterBar>
      <ListResult
        result={members}
        errorMessage="Impossible de charger les demandes de tarif pro"
        empty={<p>{EMPTY_TEXTS[state]}</p>}
      >
        {(rows) => (
          <DataTable
            caption="Les demandes de tarif pro"
            columns={columns}
            rows={rows}
            getRowKey={({ user_id }) => user_id}
          />
        )}
      </ListResult>
      {open?.kind === "list" && <PriceListDialog list={open.list} onClose={close} />}
      {open?.kind === "answer" && (
        <AnswerDialog member={open.member} lists={all} onClose={close} onAnswered={onDone} />
      )}
      {open?.kind === "delete" && (
        <DeleteDialog
          title="Supprimer la liste ?"
          onClose={close}
          onDelete={() =>
            mutate("Supprimer la liste", async () => {
              await deletePriceList(getSupabase(), open.list.id);
              toast({ title: "Liste supprimée", description: open.list.name });
            })
          }
        >
          Les prix de {open.list.name} disparaissent avec elle.
        </DeleteDialog>
      )}
    </>
  );
}

interface ListsProps {
  lists: readonly PriceList[];
  onEdit(list: PriceList): void;
  onDelete(list: PriceList): void;
}

function Lists({ lists, onEdit, onDelete }: ListsProps) {
  if (lists.length === 0) {
    return <p className="p-4 text-sm text-muted">Aucune liste : tout le monde a les mêmes prix.</p>;
  }
  return (
    <ul className="divide-y divide-border">
      {lists.map((list) => (
        <li
          key={list.id}
          className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm"
        >
          <span className="flex min-w-0 grow flex-wrap items-center gap-2 font-medium wrap-anywhere">
            {list.name} {!list.is_active && <Tag color="gray">Désactivée</Tag>}
          </span>
          <span className="text-muted">−{list.percent} % sur tout</span>
          <RowActions name={list.name} edit={() => onEdit(list)} onDelete={() => onDelete(list)} />
        </li>
      ))}
    </ul>
  );
}
