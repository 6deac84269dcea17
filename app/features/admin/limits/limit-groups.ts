/** The groups of the list of limits. The database says which group a limit belongs to. */
import type { Limit } from "./limits.queries.ts";

const OTHER = { name: "other", label: "Autres", hint: "Les limites qui n'ont pas encore de groupe." };

/** In the order of the screen. */
const GROUPS = [
  {
    name: "orders",
    label: "Commandes",
    hint: "Pour que personne ne vide le stock sans acheter.",
  },
  {
    name: "accounts",
    label: "Comptes et lettres",
    hint: "Inscriptions, connexions, codes, et ce que la boutique écrit à la demande de quelqu'un.",
  },
  {
    name: "contributions",
    label: "Avis et messages",
    hint: "Ce que les visiteurs écrivent à la boutique, aux techniciens et aux autres clients.",
  },
  { name: "files", label: "Fichiers et images", hint: "Envois de fichiers et images à préparer." },
  {
    name: "database",
    label: "Base de données",
    hint: "Lectures et écritures : pour que personne n'occupe seul la base de données.",
  },
  {
    name: "realtime",
    label: "Temps réel",
    hint: "Les connexions par lesquelles les écrans se mettent à jour.",
  },
  OTHER,
] as const;

export interface LimitGroup {
  name: string;
  label: string;
  hint: string;
  limits: Limit[];
  refusedToday: number;
}

/** The groups that have limits. A group of a newer database counts as «Autres». */
export function groupLimits(limits: readonly Limit[]): LimitGroup[] {
  const getGroup = ({ limit_group }: Limit) =>
    GROUPS.some(({ name }) => name === limit_group) ? limit_group : OTHER.name;
  return GROUPS.map((group) => {
    const members = limits.filter((limit) => getGroup(limit) === group.name);
    const refusedToday = members.reduce((sum, { refused_today }) => sum + refused_today, 0);
    return { ...group, limits: members, refusedToday };
  }).filter((group) => group.limits.length > 0);
}
