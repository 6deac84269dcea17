/** The sections of the terms on the sale itself: the seller, the contract, the price and the payment. */

import type { ShopSettings } from "#app/features/content/shop-settings.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { ShopContact } from "./shop-contact.tsx";

/** The shop has given no registration number, so the text refers to its invoices. */
export function Seller({ shop }: { shop: ShopSettings }) {
  return (
    <>
      <p>
        Les articles de ce site sont vendus par <strong>{shop.shop_name}</strong>, quincaillerie en ligne
        fondée en 2020 et établie à Ouagadougou, Burkina Faso.
      </p>
      <ShopContact shop={shop} />
      <p>
        Les numéros du registre du commerce (RCCM) et d'identifiant financier unique (IFU) figurent sur la
        facture, remise sur demande avec la marchandise. Nous vous les donnons aussi avant tout achat, si vous
        les demandez.
      </p>
      <p>
        Ces conditions valent pour toute personne qui visite le site ou y commande, particulier ou
        professionnel. Elles l'emportent sur les conditions d'achat d'un professionnel, sauf accord écrit.
      </p>
    </>
  );
}

export function Ordering() {
  return (
    <>
      <p>La commande se passe en français, en cinq gestes :</p>
      <ol>
        <li>vous mettez des articles dans votre panier ;</li>
        <li>
          vous vérifiez les quantités, les prix et les frais de livraison, et corrigez ce qui doit l'être ;
        </li>
        <li>vous vous connectez, créez un compte, ou donnez seulement votre numéro ;</li>
        <li>vous indiquez le nom, le téléphone et l'adresse de livraison ;</li>
        <li>vous confirmez : c'est une commande avec obligation de payer à la livraison.</li>
      </ol>
      <p>
        <strong>Le contrat est conclu</strong> quand la page de confirmation affiche votre numéro de commande.
        Cette commande est enregistrée et reste visible dans votre compte, ou par son lien de suivi.
      </p>
      <p>
        Vous pouvez aussi commander par WhatsApp. Le contrat est alors conclu quand nous vous confirmons par
        écrit les articles, le prix et la livraison.
      </p>
      <p>
        <strong>Vous pouvez annuler</strong> par téléphone ou WhatsApp, sans motif et sans frais, tant que le
        colis ne vous a pas été remis. Le plus tôt est le mieux.
      </p>
      <p>
        Pour commander, il faut être majeur, ou avoir l'accord d'un parent. Qui commande pour une entreprise
        déclare pouvoir l'engager.
      </p>
    </>
  );
}

export function Prices({ shippingFee, isFlat }: { shippingFee: number; isFlat: boolean }) {
  return (
    <>
      <p>
        Les prix sont en francs CFA (XOF), toutes taxes comprises, sans la livraison. Les frais de livraison
        s'ajoutent une fois par commande et sont affichés avant la confirmation
        {isFlat && shippingFee > 0 && ` ; ils sont aujourd'hui de ${formatXof(shippingFee)}`}
        {!isFlat && (
          <>
            {" "}
            ; ils dépendent de <a href="/delivery#frais">votre ville et du poids</a>
          </>
        )}
        .
      </p>
      <p>
        Les prix peuvent changer à tout moment, mais pas ceux d'une commande confirmée. Si un prix change
        pendant que vous commandez, le site vous le montre et vous demande de confirmer à nouveau.
      </p>
      <p>
        Un prix barré est le prix auquel nous vendions l'article avant la réduction. Si une erreur évidente
        fait paraître un prix dérisoire, nous vous appelons : vous acceptez le prix juste ou la commande est
        annulée.
      </p>
    </>
  );
}

export function Stock() {
  return (
    <p>
      Le stock affiché est à jour et l'article vous est réservé dès que la commande est confirmée. Si nous
      n'arrivons pas à vous joindre pour une première commande, la réservation prend fin. Si malgré tout un
      article manque ou se révèle abîmé, nous vous appelons : vous choisissez entre attendre, prendre un autre
      article, ou renoncer sans rien devoir.
    </p>
  );
}

export function Payment() {
  return (
    <>
      <p>
        Vous payez le livreur en espèces, en francs CFA, au moment où il vous remet vos articles et après les
        avoir vérifiés. Une facture vous est remise si vous la demandez.
      </p>
      <p>
        Nous ne demandons aucun paiement avant la livraison, ni par virement, ni par mobile money. Qui vous
        demande un acompte en notre nom est un escroc :{" "}
        <a href="/about#vrais-messages">reconnaître nos vrais messages</a>. Si vous préférez payer d'avance,
        faites-le à la boutique, contre un reçu : le livreur n'encaisse que le reste.
      </p>
      <p>Les articles restent notre propriété jusqu'au paiement complet.</p>
    </>
  );
}
