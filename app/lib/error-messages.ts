/**
 * The error messages that several modules show, in the shop or in the shop and the admin. Forms have
 * `forms/validation-messages.ts`, files `images/file-errors.ts`, and the admin its own `error-messages.ts`.
 */
export const UNEXPECTED_ERROR = "Une erreur inattendue s'est produite";
export const SHOP_BUSY = "La boutique reçoit beaucoup de visites en ce moment";
export const RETRY_SOON = "Réessayez dans un instant.";
export const CATEGORIES_LOAD_ERROR = "Impossible de charger les catégories";
export const PRODUCTS_LOAD_ERROR = "Impossible de charger les produits";
export const PROMOTIONS_LOAD_ERROR = "Erreur lors du chargement des promotions.";
export const BRANDS_LOAD_ERROR = "Impossible de charger les marques partenaires";
export const TESTIMONIALS_LOAD_ERROR = "Impossible de charger les témoignages";
export const PRODUCT_UNREADABLE = "Ce produit n'a pas pu être lu";
export const TECHNICIAN_UNREADABLE = "Ce profil n'a pas pu être lu";
export const TECHNICIANS_LOAD_ERROR = "Impossible de charger les techniciens";
/** In place of the list; the toast has the message above. */
export const TECHNICIANS_LIST_ERROR = "La liste des techniciens n'a pas pu être lue.";
export const TECHNICIAN_LOAD_ERROR = "Impossible de charger les détails du technicien";
export const TECHNICIAN_NOT_FOUND = "Technicien non trouvé";
export const ACCOUNT_NOT_CREATED = "Impossible de créer un compte. Veuillez réessayer.";
export const ORDER_NOT_FOUND = "Commande introuvable";
export const PAGE_NOT_FOUND = "Page introuvable";
export const SUGGESTIONS_LOAD_ERROR = "Impossible de charger les suggestions";
export const REVIEWS_LOAD_ERROR = "Impossible de charger les avis clients";
