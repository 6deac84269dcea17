/**
 * The limits that the processes enforce: how much one caller may cause. Their values are rows of the shop's table
 * of limits, which administrators change; here are the ones that a new shop comes with.
 */

export interface Limit {
  /** What is limited. */
  name: string;
  /** For whom. */
  audience: "everyone" | "visitor" | "unproven" | "customer" | "trusted" | "staff";
  /** What is counted separately. `address` and `network` are the client's (client-network.ts). */
  scope: "address" | "network" | "socket" | "request" | "account" | "recipient" | "shop";
  /** Null sets no limit. */
  maximum: number | null;
  /** The time in which the maximum is allowed; null for a limit of what there may be at once. */
  periodSeconds: number | null;
  /** For the admin area, in French. */
  label: string;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Many clients share one address of a mobile operator, and many of its addresses are in one network. */
export const PROCESS_LIMITS = [
  ...byClient("sign_up", "Inscriptions", 30, 5 * MINUTE),
  ...byClient("anonymous_sign_up", "Comptes anonymes", 120, HOUR),
  ...byClient("sign_in", "Connexions", 30, MINUTE),
  ...atOnce("parallel_sign_ins", "everyone", "Connexions simultanées", 20),
  // The others of the network wait: nothing is refused.
  ...atOnce("parallel_accounts", "everyone", "Comptes consultés en même temps", 4),
  // A wider limit: a client whose refresh is rejected signs its user out.
  ...byClient("session_refresh", "Renouvellements de session", 300, MINUTE),
  ...byClient("account_change", "Changements d’un compte", 30, 5 * MINUTE),
  ...byClient("account_mail", "Demandes de lien ou de code", 30, 5 * MINUTE),
  ...single("account_mail_received", "recipient", "Demandes d’e-mail vers une même adresse", 20, DAY),
  {
    ...single("account_mail_received", "recipient", "E-mails vers une adresse non prouvée", 5, DAY)[0],
    audience: "unproven",
  },
  ...single("account_mail_caused", "network", "E-mails de compte demandés par un réseau", 60, HOUR),
  ...single("account_message_received", "recipient", "SMS vers un même numéro", 10, DAY),
  ...single("account_message_caused", "network", "SMS demandés par un réseau", 20, HOUR),
  ...single("email_change", "account", "Changements d’adresse e-mail d’un compte", 5, DAY),
  ...byClient("code_check", "Vérifications d’un lien ou d’un code", 30, 5 * MINUTE),
  ...byClient("factor_check", "Vérifications d’un second facteur", 30, 2 * MINUTE),
  ...byClient("provider_sign_in", "Connexions par un autre service", 60, 2 * MINUTE),
  // Of those that policies decide about, such as lists. The others of the network wait.
  ...atOnce("parallel_files", "everyone", "Demandes de fichiers non publics en même temps", 3),
  ...byClient("anonymous_upload", "Fichiers envoyés sans compte", 60, 5 * MINUTE),
  // In units of a small photograph. What is rendered already is not counted.
  ...byClient("image_render", "Images à mettre à une autre taille", 150, 5 * MINUTE),
  // Of functions that write: what a limit of theirs counted is rolled back with the call.
  ...byClient("failed_answers", "Appels dont la réponse échoue", 100, HOUR),
  // Of visitors and customers, each of seconds. Pages are not counted: the shop asks for what they read.
  ...byClient("cancelled_reads", "Lectures interrompues parce que trop longues", 20, 10 * MINUTE),
  ...byClient("function_requests", "Appels de fonctions", 120, MINUTE),
  ...atOnce("parallel_pages", "everyone", "Pages préparées en même temps", 2),
  ...byClient("socket_open", "Ouvertures du temps réel", 1000, 20),
  // Of HTTP, whatever is sent over them or not: a socket of realtime counts until it is opened.
  ...open("connections", "Connexions ouvertes en même temps", 1000),
  // What clients have asked for and do not read stays in memory.
  ...open("unread_response_bytes", "Octets de réponses en attente de lecture", 40_000_000),
  // What clients have begun to send is in memory, too.
  ...open("unfinished_request_bytes", "Octets de demandes en cours d’envoi", 40_000_000),
  ...open("sockets", "Connexions ouvertes du temps réel", 1000),
  // Each change of a table costs something for every subscription to it, and for every condition of its filter.
  ...open("subscriptions", "Abonnements du temps réel, et conditions de leurs filtres", 2000),
  // What their clients do not read stays in memory.
  ...open("unread_socket_bytes", "Octets du temps réel en attente de lecture", 40_000_000),
  // A message to a channel counts once for each of those who receive it, and once more for each 16 kB.
  ...byClient("broadcast_receivers", "Messages du temps réel remis à d’autres", 20_000, 10),
  // They go to the other instances through the database, whoever receives them. One message may have three million.
  ...byClient("broadcast_bytes", "Octets des messages du temps réel", 5_000_000, 10),
  ...byClient("broadcast", "Messages du temps réel sans connexion ouverte", 1000, 10),
  ...byClient("topic_check", "Vérifications de canaux privés", 1000, 20),
  // Beyond it the sockets of the client are read more slowly. A message counts once more for each 4 kB.
  ...byClient("socket_message", "Messages du temps réel", 10_000, 10),
  ...single("socket_message", "socket", "Messages d’une connexion du temps réel", 300, 3),
  ...byClient("socket_join", "Canaux ouverts par les connexions du temps réel d’un client", 2000, 20),
  ...single("socket_join", "socket", "Canaux ouverts par une connexion du temps réel", 300, 6),
  ...byReader("read_depth", "Niveaux de données liées dans une lecture", 4, 5, 6),
  ...byReader("read_embeds", "Listes de données liées dans une lecture", 10, 15, 30),
  // The selected columns, filters and order terms together; each member of a logic tree is one.
  ...byReader("read_terms", "Colonnes, filtres et tris d’une lecture", 200, 300, 600),
  // In a filter of a read or of a write.
  ...byReader("read_patterns", "Expressions régulières d’une demande", 3, 3, 10),
  // A write holds its locks, such as those of an order on the stock, until its answer is complete.
  ...byReader("write_depth", "Niveaux de données liées dans la réponse d’une écriture", 1, 1, 6),
  ...byReader(
    "read_bytes",
    "Taille de la réponse d’une lecture, en octets",
    5_000_000,
    10_000_000,
    20_000_000,
  ),
  ...atOnce("parallel_reads", "visitor", "Lectures simultanées sans compte", 2),
  ...atOnce("parallel_reads", "customer", "Lectures simultanées avec un compte", 3),
  // A screen of the admin area sends up to eight at once, of which the others wait.
  ...atOnce("parallel_reads", "staff", "Lectures simultanées des administrateurs", 5),
  ...atOnce("parallel_writes", "everyone", "Écritures simultanées", 8),
  ...single("socket_presence", "socket", "Présences annoncées par une connexion du temps réel", 10, 30),
] as const satisfies readonly Limit[];

export type LimitName = (typeof PROCESS_LIMITS)[number]["name"];
export type Scope = Limit["scope"];

/** The maximum of one address; a network is allowed four times as much. */
function byClient<Name extends string>(name: Name, label: string, maximum: number, periodSeconds: number) {
  const common = { name, audience: "everyone", periodSeconds, label } as const;
  return [
    { ...common, scope: "address", maximum },
    { ...common, scope: "network", maximum: 4 * maximum },
  ] as const;
}

/** The maximum of one request, of a visitor, a customer and an administrator. The service's own key has none. */
function byReader<Name extends string>(
  name: Name,
  label: string,
  visitor: number,
  customer: number,
  staff: number,
) {
  const common = { name, scope: "request", periodSeconds: null } as const;
  return [
    { ...common, audience: "visitor", maximum: visitor, label: `${label} sans compte` },
    { ...common, audience: "customer", maximum: customer, label: `${label} avec un compte` },
    { ...common, audience: "staff", maximum: staff, label: `${label} des administrateurs` },
  ] as const;
}

/** The maximum of one network at a time: of the database's connections, or of requests. */
function atOnce<Name extends string>(
  name: Name,
  audience: Limit["audience"],
  label: string,
  maximum: number,
) {
  return [{ name, audience, scope: "network", maximum, periodSeconds: null, label }] as const;
}

/** The maximum that one address has open at once; a network is allowed four times as much. */
function open<Name extends string>(name: Name, label: string, maximum: number) {
  const common = { name, audience: "everyone", periodSeconds: null, label } as const;
  return [
    { ...common, scope: "address", maximum },
    { ...common, scope: "network", maximum: 4 * maximum },
  ] as const;
}

function single<Name extends string>(
  name: Name,
  scope: Scope,
  label: string,
  maximum: number,
  periodSeconds: number,
) {
  return [{ name, audience: "everyone", scope, maximum, periodSeconds, label }] as const;
}
