/** When the code of a form cannot be loaded. */
export const CONNECTION_LOST = "Cette action a besoin du réseau, qui manque. Réessayez à son retour.";
