/**
 * What can be wrong with the running shop, as the database finds it (`private.find_shop_problems`), and what its
 * owner does about it: for the page of the admin area and for mails.
 */
import * as z from "zod/mini";
import { formatBytes } from "#app/lib/format/bytes.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatCount } from "#app/lib/format/numbers.ts";

export const shopProblemSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("backup"), detail: z.object({ since: z.nullable(z.string()) }) }),
  z.object({ kind: z.literal("certificate"), detail: z.object({ until: z.string() }) }),
  z.object({ kind: z.literal("database"), detail: z.object({ ms: z.number() }) }),
  z.object({
    kind: z.literal("disk"),
    detail: z.object({ instance: z.string(), free: z.number(), total: z.number() }),
  }),
  z.object({ kind: z.literal("instances"), detail: z.object({ names: z.array(z.string()) }) }),
  z.object({ kind: z.literal("mails_failed"), detail: z.object({ count: z.number() }) }),
  z.object({ kind: z.literal("mails_waiting"), detail: z.object({ count: z.number(), since: z.string() }) }),
  z.object({ kind: z.literal("tasks"), detail: z.object({ names: z.array(z.string()) }) }),
]);

export type ShopProblem = z.infer<typeof shopProblemSchema>;

export interface ProblemDescription {
  title: string;
  /** What to do, in whole sentences. */
  advice: string;
  /** The screen that helps, if there is one. */
  to?: string;
}

export function describeProblem({ kind, detail }: ShopProblem, now = new Date()): ProblemDescription {
  switch (kind) {
    case "backup":
      return {
        title: detail.since
          ? `La dernière sauvegarde vérifiée date du ${formatDateTime(detail.since)}`
          : "La boutique n'a jamais été sauvegardée",
        advice:
          "La boutique se sauvegarde chaque nuit, et n'y arrive plus. Vérifiez la place sur le disque, puis lancez npm run backup : la raison s'affiche. Sans sauvegarde, un disque perdu emporte les commandes.",
      };
    case "certificate":
      if (new Date(detail.until) < now) {
        return {
          title: `Le certificat du site a pris fin le ${formatDateTime(detail.until)}`,
          advice:
            "Les navigateurs refusent d'ouvrir la boutique. Appelez tout de suite la personne qui s'occupe du serveur. Le nouveau certificat est pris en compte sans redémarrage.",
        };
      }
      return {
        title: `Le certificat du site prend fin le ${formatDateTime(detail.until)}`,
        advice:
          "Ensuite, les navigateurs refusent d'ouvrir la boutique. Il devait se renouveler de lui-même : prévenez aujourd'hui la personne qui s'occupe du serveur. Le nouveau certificat est pris en compte sans redémarrage.",
      };
    case "database":
      return {
        title: `La base de données est lente (${detail.ms} ms par réponse)`,
        advice:
          "Les pages et les commandes attendent. Regardez si la machine fait autre chose, et si la mémoire ou le disque manquent. Si cela dure, prévenez la personne qui s'occupe du serveur.",
      };
    case "disk":
      return {
        title: `Le disque se remplit : il reste ${formatBytes(detail.free)} sur ${formatBytes(detail.total)}`,
        advice: `Libérez de la place sur ${detail.instance} ou prenez un disque plus grand. Quand il est plein, la boutique n'accepte plus de commande.`,
      };
    case "instances":
      return {
        title: `${detail.names.length > 1 ? "Des copies" : "Une copie"} de la boutique ne ${detail.names.length > 1 ? "répondent" : "répond"} plus : ${detail.names.join(", ")}`,
        advice:
          "Redémarrez-la. Si vous l'avez arrêtée vous-même pour de bon, ce message disparaît après une heure.",
      };
    case "mails_failed":
      return {
        title: `${formatCount(detail.count, "e-mail n'est pas parti", "e-mails ne sont pas partis")} depuis hier`,
        advice:
          "Ouvrez la liste des e-mails : elle dit pourquoi. Une adresse mal écrite n'est pas grave ; la même raison partout vient du serveur d'envoi.",
        to: "/admin/mails?state=failed",
      };
    case "mails_waiting":
      return {
        title: `${formatCount(detail.count, "e-mail attend", "e-mails attendent")} depuis le ${formatDateTime(detail.since)}`,
        advice:
          "Le serveur d'envoi ne répond pas ou refuse la boutique. Vérifiez son mot de passe (SMTP_URL) et votre abonnement. Les e-mails partiront ensuite d'eux-mêmes.",
        to: "/admin/mails?state=waiting",
      };
    case "tasks":
      return {
        title: `Un travail régulier échoue : ${detail.names.map(getTaskLabel).join(", ")}`,
        advice: detail.names.includes("Backups")
          ? "La boutique recommence d'elle-même. Pour savoir pourquoi, lancez npm run backup sur le serveur : la raison s'affiche, par exemple un disque plein ou une copie débranchée."
          : "La boutique recommence d'elle-même. Si cela dure plus d'une heure, envoyez le journal du serveur à la personne qui s'en occupe.",
      };
    default:
      return kind satisfies never;
  }
}

/** By the name in the log. */
const TASK_LABELS: Readonly<Record<string, string>> = {
  Auth: "Nettoyage des comptes",
  Backups: "Sauvegardes",
  "Cash check": "Contrôle de la caisse",
  Limits: "Compte des refus",
  "Order notices": "Annonce des commandes",
  "Product imports": "Imports de produits",
  Realtime: "Nettoyage du temps réel",
  "Realtime sessions": "Sessions du temps réel",
  "Reorder list": "Liste de réassort",
  "Reserved stock": "Stock réservé",
  Retention: "Fin des durées de conservation",
  Sales: "Soldes",
  "Sales days": "Ventes par jour",
  "Search documents": "Recherche",
  "Search ranks": "Classement de la recherche",
  "Shop state": "État de la boutique",
  "Stock check": "Contrôle du stock",
  Storage: "Nettoyage des fichiers",
  "Text messages": "SMS",
  "Unused accounts": "Comptes inutilisés",
  "Unused images": "Images inutilisées",
};

export function getTaskLabel(name: string): string {
  return TASK_LABELS[name] ?? name;
}
