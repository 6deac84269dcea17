/** The messages of invalid input that several forms show. */
export const INVALID_EMAIL = "Email invalide";
export const INVALID_PHONE = "Numéro de téléphone invalide";
export const NAME_REQUIRED = "Le nom est requis";
/** The database has the same rule with the same message. */
export const NAME_WITH_LINK = "Un nom ne contient ni adresse ni lien";
export const CURRENT_PASSWORD_REQUIRED = "Le mot de passe actuel est requis.";
export const PASSWORD_REQUIRED = "Le mot de passe est requis";
