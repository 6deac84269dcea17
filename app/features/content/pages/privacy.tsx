/**
 * /privacy: exactly which personal data this software stores, and why. A new table, mail or browser storage
 * key with personal data needs a line here and a new date.
 */

import { BrowserStorage, NoCookies, StoredData } from "./privacy-data.tsx";
import { Authority, Recipients, Retention, Rights, Security } from "./privacy-rights.tsx";
import type { RetentionTimes } from "./retention-times.ts";
import { ShopContact } from "./shop-contact.tsx";
import type { StaticPageProps } from "./static-page.server.tsx";
import { TextDocument } from "./text-document.tsx";

const VERSION = "2026-11-29";

/** @param kept for how long the shop stores what; null when it could not be loaded */
export function PrivacyText({ shop, kept }: StaticPageProps & { kept: RetentionTimes | null }) {
  return (
    <TextDocument
      title="Politique de Confidentialité"
      lead="Nous demandons ce qu'il faut pour vous livrer, et rien de plus. Voici tout ce que le site enregistre."
      updated={VERSION}
      sections={[
        {
          id: "en-bref",
          title: "En bref",
          body: (
            <ul>
              <li>Pas de publicité, pas de traceur, pas de mesure d'audience par un tiers.</li>
              <li>Le site n'écrit aucun cookie chez ses visiteurs et ses clients.</li>
              <li>Nous ne vendons, ne louons et n'échangeons aucune donnée.</li>
              <li>Vous recevez une copie de vos données, les corrigez et les effacez dans votre compte.</li>
            </ul>
          ),
        },
        {
          id: "responsable",
          title: "Qui est responsable",
          body: (
            <>
              <p>
                {shop.shop_name} décide de l'usage de vos données et en répond. Pour toute question sur vos
                données :
              </p>
              <ShopContact shop={shop} />
            </>
          ),
        },
        { id: "donnees", title: "Ce que nous enregistrons, et pourquoi", body: <StoredData /> },
        { id: "navigateur", title: "Ce qui reste dans votre navigateur", body: <BrowserStorage /> },
        { id: "cookies", title: "Ni cookies ni traceurs", body: <NoCookies /> },
        {
          id: "e-mails",
          title: "Les e-mails et SMS que nous envoyons",
          body: (
            <>
              <ul>
                <li>la confirmation de votre commande, avec son numéro ;</li>
                <li>
                  ses étapes : confirmée, en route, changée, annulée, retour, remboursement ; par SMS si vous
                  n'avez donné qu'un numéro ;
                </li>
                <li>
                  après la livraison, un e-mail qui vous invite à donner votre avis, avec un lien à usage
                  unique ;
                </li>
                <li>le retour en stock que vous attendez, et la réponse à une demande de tarif ;</li>
                <li>votre message à un technicien, transmis à ce technicien ;</li>
                <li>
                  ce qui touche à la sécurité de votre compte, par exemple la confirmation de votre adresse.
                </li>
              </ul>
              <p>Aucun e-mail publicitaire, aucun pixel de suivi.</p>
            </>
          ),
        },
        { id: "destinataires", title: "Qui voit vos données", body: <Recipients /> },
        { id: "duree", title: "Combien de temps", body: <Retention kept={kept} /> },
        { id: "securite", title: "Comment elles sont protégées", body: <Security /> },
        { id: "droits", title: "Vos droits", body: <Rights shop={shop} /> },
        { id: "cil", title: "L'autorité de contrôle", body: <Authority /> },
        {
          id: "changements",
          title: "Les changements",
          body: (
            <p>
              Si ce que nous enregistrons change, cette page change d'abord. La date de la version est en
              haut.
            </p>
          ),
        },
      ]}
    />
  );
}
