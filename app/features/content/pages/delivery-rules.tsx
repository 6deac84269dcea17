/** The rules of /delivery that every shop has, with or without delivery zones. */

export function DelayNotes() {
  return (
    <>
      <p>
        Le délai part du moment où nous confirmons votre commande par téléphone. Nous appelons tous les jours,
        le plus souvent dans les heures qui suivent.
      </p>
      <p>
        Une route coupée, de fortes pluies ou l'insécurité peuvent retarder un colis. Dans ce cas nous vous
        prévenons, et vous pouvez annuler sans rien devoir.
      </p>
    </>
  );
}

/** The items of the list of free deliveries that do not depend on a fee. */
export function FreeByRight() {
  return (
    <>
      <li>
        <strong>Quand nous réparons notre erreur.</strong> Article manquant, abîmé, défectueux ou différent de
        votre commande : la nouvelle livraison est à notre charge.
      </li>
      <li>
        <strong>Quand vous refusez un colis non conforme.</strong> Vous ne payez ni les articles ni la
        livraison.
      </li>
    </>
  );
}
