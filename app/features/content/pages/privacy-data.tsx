/**
 * The sections of the privacy policy on stored data: in the shop's database, and in the visitor's browser.
 */

const databaseRecords = [
  {
    what: "Votre compte",
    data: "E-mail, mot de passe (sous une forme que personne ne peut relire), prénom, nom, téléphone, dates d'inscription et de connexion. Pour vous reconnaître.",
  },
  {
    what: "Votre profil",
    data: "Téléphone, adresse, ville, code postal. Pour préremplir vos commandes.",
  },
  {
    what: "Vos lieux",
    data: "Nom du lieu, adresse, quartier, repère et, si vous la donnez, position sur la carte. Pour ne pas les retaper.",
  },
  {
    what: "Vos commandes",
    data: "Nom, téléphone, e-mail, adresse, repère et position de livraison, articles, prix, note au livreur, état, motif d'une annulation ; appels, passages du livreur, paiements, photo de la livraison si elle est demandée ; retours, avec leur motif et leur photo. Pour vous livrer, garantir vos achats et tenir nos comptes.",
  },
  {
    what: "Vos avis",
    data: "Note, titre, texte, nom affiché et e-mail, qui n'est jamais publié. Pour éclairer les autres acheteurs. L'invitation garde l'e-mail, la commande et l'empreinte du lien.",
  },
  {
    what: "Vos votes « Utile »",
    data: "L'avis, et votre compte ou un numéro tiré au hasard pour votre appareil. Pour ne compter chaque vote qu'une fois.",
  },
  {
    what: "Votre liste de souhaits",
    data: "Les articles que vous marquez d'un cœur, si vous êtes connecté. Pour les retrouver sur un autre appareil.",
  },
  {
    what: "Vos demandes « Me prévenir »",
    data: "L'e-mail et le produit épuisé que vous attendez. Pour vous écrire une seule fois, quand il revient : la demande est alors effacée, et au plus tard après un an.",
  },
  {
    what: "Vos messages aux techniciens",
    data: "Nom, e-mail, téléphone, message. Pour vous mettre en relation.",
  },
  {
    what: "Vos demandes de cotation",
    data: "La photo ou le fichier que vous joignez, son nom et une référence. Pour chiffrer votre projet. Le fichier est privé : seule notre équipe l'ouvre.",
  },
  {
    what: "Votre tarif professionnel",
    data: "Votre métier, notre réponse. Si vous le demandez.",
  },
  {
    what: "Nos notes",
    data: "Ce que notre équipe note sur un client ou une commande, et qui a changé quoi. Pour vous servir de la même façon, quelle que soit la personne qui répond.",
  },
  {
    what: "Les recherches sans résultat",
    data: "Les mots cherchés et combien de fois, jamais qui les a cherchés. Pour compléter le catalogue.",
  },
  {
    what: "Les e-mails et SMS que nous vous devons",
    data: "Destinataire, commande, message ou produit concerné, date d'envoi. Pour les envoyer une fois et une seule.",
  },
  {
    what: "La sécurité",
    data: "Adresse IP et type de navigateur de vos connexions, compteurs d'essais de mot de passe, clé et codes de secours du second facteur si vous l'activez. L'appareil et le début de l'adresse du réseau d'où vous vous connectez. Pour repousser ceux qui voudraient entrer à votre place, et vous écrire quand un nouvel appareil ouvre votre compte.",
  },
];

export function StoredData() {
  return (
    <>
      <dl>
        {databaseRecords.map(({ what, data }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{data}</dd>
          </div>
        ))}
      </dl>
      <p>
        Ces données servent à exécuter votre commande ou à répondre à votre demande, à remplir nos obligations
        de commerçant et à protéger la boutique. Sans compte, vous pouvez tout regarder sans nous dire qui
        vous êtes. Un champ facultatif peut rester vide. Un programme compte les demandes et refuse les abus ;
        toute autre décision qui vous concerne est prise par une personne.
      </p>
    </>
  );
}

const browserKeys = [
  { name: "cart", use: "Votre panier, jusqu'à la commande ou jusqu'à ce que vous le vidiez." },
  { name: "wishlist", use: "Vos cœurs tant que vous n'êtes pas connecté." },
  {
    name: "seen",
    use: "Les derniers produits que vous avez regardés, pour vous les remontrer. Nous ne les rattachons à personne.",
  },
  {
    name: "sb-yaare-auth-token",
    use: "Votre session, jusqu'à la déconnexion. À côté, la clé d'un lien que vous avez demandé par e-mail, jusqu'à ce qu'il serve.",
  },
  { name: "compare", use: "Les produits que vous comparez." },
  { name: "device-id, review-votes", use: "Le numéro au hasard et les avis trouvés utiles." },
  { name: "checkout-attempt", use: "De quoi ne jamais enregistrer deux fois la même commande." },
  {
    name: "Notes de l'onglet",
    use: "Votre place dans une liste, un formulaire à moitié rempli, le numéro de la commande passée. Effacés à la déconnexion et à la fermeture de l'onglet.",
  },
  { name: "Pages gardées", use: "Les dernières pages du catalogue, pour les lire sans réseau." },
];

export function BrowserStorage() {
  return (
    <>
      <p>
        Pour marcher même avec un mauvais réseau, le site garde quelques notes dans la mémoire de votre
        navigateur. Elles ne servent qu'à lui. Vous les effacez dans les réglages du navigateur, à « données
        de sites ».
      </p>
      <dl>
        {browserKeys.map(({ name, use }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{use}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function NoCookies() {
  return (
    <>
      <p>
        Ni cookie publicitaire, ni réseau social, ni outil de mesure extérieur : c'est pourquoi aucune
        bannière ne vous demande de les accepter. Les écrans d'administration, réservés à notre équipe,
        gardent un réglage d'affichage dans un cookie.
      </p>
      <p>
        <strong>WhatsApp</strong> appartient à Meta. Rien ne lui est envoyé tant que vous n'appuyez pas sur un
        bouton WhatsApp. Ensuite, votre numéro et votre message suivent les règles de WhatsApp.
      </p>
    </>
  );
}
