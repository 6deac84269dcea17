/** The sections of the terms on the use of the site and on disputes. */
import type { ShopSettings } from "#app/features/content/shop-settings.tsx";

export function Account() {
  return (
    <>
      <p>
        Regarder, comparer et remplir un panier ne demande pas de compte. Pour commander, un compte gratuit ou
        votre seul numéro de téléphone suffit.
      </p>
      <ul>
        <li>Donnez des informations exactes, surtout votre téléphone.</li>
        <li>Gardez votre mot de passe pour vous. Nous ne le demandons jamais.</li>
        <li>Prévenez-nous si quelqu'un d'autre utilise votre compte.</li>
      </ul>
      <p>
        Vous effacez votre compte vous-même, à tout moment, à la page{" "}
        <a href="/account/personal-data">Mes données</a> ; une commande en cours s'annule ou s'achève d'abord.
        Nous pouvons fermer un compte qui sert à tromper.
      </p>
    </>
  );
}

export function Reviews() {
  return (
    <>
      <p>
        L'avis d'un client qui a reçu l'article est publié tout de suite et porte la mention « Achat vérifié
        ». Les autres sont lus par notre équipe avant de paraître.
      </p>
      <p>
        Nous ne publions pas les injures, la publicité, les données personnelles d'autrui ni ce qui ne parle
        pas du produit. Un avis négatif et correct est publié comme les autres. Nous ne payons aucun avis et
        n'en changeons pas les mots.
      </p>
      <p>
        Vous restez l'auteur de votre avis et nous autorisez à l'afficher sur la fiche avec le nom que vous
        signez. Vous pouvez en demander le retrait, ou le supprimer avec votre compte.
      </p>
    </>
  );
}

export function Technicians() {
  return (
    <>
      <p>
        Les <a href="/technicians">techniciens</a> de l'annuaire sont indépendants. Nous vous mettons en
        relation, gratuitement ; le devis, le prix, les travaux et leur garantie se décident entre vous et
        eux. « Technicien vérifié par notre équipe » veut dire que nous avons contrôlé son identité et son
        activité, non que nous répondons de ses travaux.
      </p>
      <p>
        Une <a href="/request-quote">cotation</a> est une estimation gratuite. Elle n'engage personne avant
        d'être acceptée par écrit. N'envoyez que des photos, plans et fichiers que vous avez le droit de
        partager.
      </p>
    </>
  );
}

export function Liability() {
  return (
    <>
      <p>
        Nous répondons de ce que nous vendons et de la livraison. Les photos et fiches sont aussi exactes que
        possible ; si un détail compte pour votre chantier, demandez-le avant de commander.
      </p>
      <p>
        Nous ne répondons pas d'un article choisi ou posé contre son mode d'emploi, ni d'un empêchement que
        personne ne pouvait prévoir ni éviter. Faites intervenir un professionnel pour l'électricité, le gaz,
        la structure et le travail en hauteur.
      </p>
      <p>
        Le site peut être interrompu pour entretien ou par une panne. Ses textes, photos et dessins ne peuvent
        être repris sans notre accord. Rien ici ne retire au consommateur un droit que la loi lui donne.
      </p>
    </>
  );
}

export function Law({ shop }: { shop: ShopSettings }) {
  return (
    <>
      <p>
        Ces conditions suivent le droit du Burkina Faso : le code civil, la loi n° 045-2009/AN du 10 novembre
        2009 sur les services et transactions électroniques et la loi n° 016-2017/AN du 27 avril 2017 sur la
        concurrence et la protection du consommateur. Entre commerçants s'applique l'Acte uniforme de l'OHADA
        sur le droit commercial général.
      </p>
      <p>
        Un désaccord ? Parlons-en d'abord{shop.phone && ` au ${shop.phone}`}
        {shop.email && ` ou par e-mail à ${shop.email}`}. Nous répondons sous deux jours ouvrés et cherchons
        une solution en trente jours au plus.
      </p>
      <p>
        Le consommateur peut aussi s'adresser à la Commission nationale de la concurrence et de la
        consommation. Faute d'accord, les tribunaux compétents du Burkina Faso décident ; entre commerçants,
        le tribunal de commerce de Ouagadougou.
      </p>
    </>
  );
}
