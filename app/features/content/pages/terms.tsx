/**
 * /terms: the mutual obligations of shop and customer. The sections follow the order of a purchase:
 * terms-sale.tsx contains the sale, terms-after-sale.tsx what comes after it, terms-site.tsx the use of the
 * site. Other pages link to the anchors.
 */

import type { StaticPageProps } from "./static-page.server.tsx";
import { FraudulentOrders, Guarantee, Refusal, Returns } from "./terms-after-sale.tsx";
import { Ordering, Payment, Prices, Seller, Stock } from "./terms-sale.tsx";
import { Account, Law, Liability, Reviews, Technicians } from "./terms-site.tsx";
import { TextDocument } from "./text-document.tsx";

const VERSION = "2026-11-28";

export function TermsText({ shop }: StaticPageProps) {
  return (
    <TextDocument
      title="Conditions d'utilisation"
      lead="Les règles du jeu entre vous et nous, en mots simples. Commander, c'est les accepter."
      updated={VERSION}
      sections={[
        {
          id: "essentiel",
          title: "L'essentiel",
          body: (
            <ul>
              <li>Vous payez en espèces à la livraison, jamais avant.</li>
              <li>Le montant confirmé à la commande est celui que vous payez.</li>
              <li>Vous vérifiez devant le livreur ; ce que vous refusez ne vous coûte rien.</li>
              <li>Vous avez sept jours ouvrables pour changer d'avis.</li>
              <li>Un article défectueux est échangé, réparé ou remboursé.</li>
            </ul>
          ),
        },
        { id: "vendeur", title: "Qui vend", body: <Seller shop={shop} /> },
        { id: "commande", title: "Votre commande", body: <Ordering /> },
        {
          id: "prix",
          title: "Les prix",
          body: <Prices shippingFee={shop.shipping_fee} isFlat={shop.delivery_from === null} />,
        },
        { id: "stock", title: "Le stock", body: <Stock /> },
        { id: "paiement", title: "Le paiement à la livraison", body: <Payment /> },
        {
          id: "livraison",
          title: "La livraison",
          body: (
            <p>
              Délais par ville, frais, étapes et absence sont décrits dans nos{" "}
              <a href="/delivery">informations de livraison</a>, qui font partie de ces conditions. Les délais
              sont ceux d'une situation normale. Jusqu'à la remise en main propre, le transport est à nos
              risques.
            </p>
          ),
        },
        { id: "refus", title: "Vérifier et refuser à la livraison", body: <Refusal /> },
        { id: "retours", title: "Retours faciles et gratuits : les conditions", body: <Returns /> },
        { id: "garantie", title: "Les garanties", body: <Guarantee /> },
        { id: "commandes-serieuses", title: "Commandes sérieuses uniquement", body: <FraudulentOrders /> },
        { id: "compte", title: "Votre compte", body: <Account /> },
        { id: "avis", title: "Les avis sur les produits", body: <Reviews /> },
        { id: "techniciens", title: "Les techniciens et les cotations", body: <Technicians /> },
        { id: "responsabilite", title: "Notre responsabilité", body: <Liability /> },
        {
          id: "donnees",
          title: "Vos données",
          body: (
            <p>
              Ce que le site enregistre, pourquoi et combien de temps : tout est dans la{" "}
              <a href="/privacy">politique de confidentialité</a>.
            </p>
          ),
        },
        { id: "litiges", title: "Droit applicable et litiges", body: <Law shop={shop} /> },
        {
          id: "version",
          title: "Les changements",
          body: (
            <p>
              Nous pouvons modifier ces conditions. La version qui compte est celle qui est en ligne le jour
              de votre commande : sa date est en haut de cette page, que vous pouvez imprimer ou enregistrer.
              Si une clause est annulée, les autres restent valables.
            </p>
          ),
        },
      ]}
    />
  );
}
