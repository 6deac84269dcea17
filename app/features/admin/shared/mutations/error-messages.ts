/** The error messages that several areas of the admin show. */
export const NOT_ADMINISTRATOR_MESSAGE = "Vous n'avez pas les droits d'administrateur";
export const SESSION_ENDED_MESSAGE =
  "Votre session est terminée. Reconnectez-vous dans un autre onglet, puis réessayez.";
export const UNKNOWN_ERROR_MESSAGE = "Une erreur est survenue";
export const UNREACHABLE_MESSAGE = "Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.";
/** The reason at the end of a message that names what has failed. */
export const UNREACHABLE_REASON = "le serveur ne répond pas";
export const UNKNOWN_REASON = "une erreur est survenue";
export const VALIDATION_ERROR_TITLE = "Erreur de validation";
export const ORDER_LOAD_ERROR = "Impossible de charger la commande";
export const ORDERS_LOAD_ERROR = "Impossible de charger les commandes";
export const REASON_REQUIRED = "Le motif est requis";
export const ORDER_NUMBER_REQUIRED = "Le numéro de la commande est requis";
/** Beside a slug that was to be made from a name such as «???». */
export const NAME_WITHOUT_SLUG_MESSAGE =
  "Le nom ne contient ni lettre ni chiffre : écrivez le slug vous-même";

export const PRODUCT_LOAD_ERROR = "Impossible de charger le produit";

export const PRODUCT_NOT_FOUND = "Ce produit n'existe pas ou plus.";
