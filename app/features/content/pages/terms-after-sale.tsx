/**
 * The sections of the terms on the time after the sale: refusal, returns, guarantees, and fraudulent orders.
 * «Retours faciles et gratuits» on the product page refers to the section Returns: the seven working days of
 * the law's right of withdrawal (loi n° 045-2009/AN, articles 63 to 66), and the shop's own commitment on who
 * pays the return.
 */

export function Refusal() {
  return (
    <>
      <p>
        Ouvrez et vérifiez avant de payer : le livreur attend. Vous pouvez refuser un article ou tout le colis
        s'il est abîmé, incomplet, ou différent de ce que vous avez commandé.
      </p>
      <p>
        <strong>Ce que vous refusez pour cette raison ne vous coûte rien</strong>, livraison comprise. Vous ne
        signez rien et ne payez que ce que vous gardez. Nous vous rappelons pour livrer le bon article.
      </p>
    </>
  );
}

export function Returns() {
  return (
    <>
      <h3>L'article ne va pas : retour gratuit</h3>
      <p>
        Il est défectueux, abîmé, incomplet ou n'est pas celui de la fiche ? Prévenez-nous dans les sept jours
        ouvrables qui suivent la livraison, par téléphone ou WhatsApp, avec une photo. Nous venons le
        reprendre à nos frais. À votre choix, nous l'échangeons ou nous vous remboursons, livraison comprise.
      </p>
      <h3>Vous avez changé d'avis : sept jours ouvrables</h3>
      <p>
        La loi n° 045-2009/AN sur les transactions électroniques donne au particulier le droit de se rétracter
        sans dire pourquoi. Vous avez sept jours ouvrables à compter de la livraison pour nous prévenir et
        nous rendre l'article en bon état, complet, avec son emballage et sans avoir servi.
      </p>
      <ul>
        <li>
          <strong>Vous le rapportez à notre adresse :</strong> le retour est gratuit.
        </li>
        <li>
          <strong>Nous venons le chercher :</strong> seule la course est à votre charge. Son prix vous est dit
          avant.
        </li>
      </ul>
      <p>
        Nous contrôlons l'article devant vous et remboursons son prix en espèces, le jour même quand c'est
        possible et au plus tard quinze jours après le retour. Si vous préférez, nous l'échangeons contre un
        autre.
      </p>
      <h3>Ce qui ne se reprend pas sans défaut</h3>
      <p>
        Ce qui a été coupé, teinté ou préparé pour vous (câble, tuyau, fer, vitre, peinture à la teinte) ; les
        sacs, pots et cartouches ouverts ; ce qui a été posé, branché ou utilisé. Un défaut, lui, est toujours
        couvert.
      </p>
      <h3>Comment faire</h3>
      <p>
        Un appel ou un message WhatsApp suffit, avec votre numéro de commande, ou une demande sur la page de
        votre commande. Il n'y a pas de frais de dossier. Attendez notre réponse avant de renvoyer quoi que ce
        soit.
      </p>
    </>
  );
}

export function Guarantee() {
  return (
    <>
      <p>
        La loi nous oblige à livrer un article conforme à sa fiche et nous rend garants des défauts cachés qui
        l'empêchent de servir (code civil, articles 1641 et suivants). Signalez le défaut dès que vous le
        découvrez : nous réparons, échangeons ou remboursons.
      </p>
      <p>
        Certains articles ont en plus la garantie de leur fabricant. Sa durée est alors écrite sur la fiche ou
        sur la notice. Gardez la facture et le bon de garantie ; nous faisons le lien avec le fabricant.
      </p>
      <p>
        Ne sont pas couverts : l'usure normale, une pose ou un branchement contraire à la notice, une
        surtension, un choc, une réparation faite par un autre.
      </p>
    </>
  );
}

export function FraudulentOrders() {
  return (
    <>
      <p>
        Chaque commande réserve du stock et met un livreur sur la route. La boutique peut donc annuler toute
        commande non sérieuse ou frauduleuse : fausse adresse, numéro injoignable, identité d'un autre, refus
        répétés sans raison. Vous en êtes prévenu et le motif est indiqué dans votre compte.
      </p>
      <p>
        Les frais de traitement ne sont pas remboursés. Nous n'en demandons aucun aujourd'hui : rien n'est à
        payer avant la livraison. S'il devait y en avoir un jour, ils vous seraient annoncés avant que vous
        confirmiez.
      </p>
      <p>
        Après plusieurs commandes non sérieuses, nous pouvons refuser les suivantes. Une fraude peut être
        signalée aux autorités.
      </p>
    </>
  );
}
