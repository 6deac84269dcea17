/** When the code of a form cannot be loaded. */
export const CONNECTION_LOST = "Connexion impossible. Vérifiez votre réseau et réessayez.";
