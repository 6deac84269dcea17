/**
 * /delivery: delivery times by place, costs, and steps. A shop with delivery zones shows its own table. The product page's benefits link to its sections, so
 * the conditions of «gratuite» and «24/48h» are stated only here.
 */

import { formatXof } from "#app/lib/format/money.ts";
import type { DeliveryOffer, PickupPoint } from "#app/lib/models/delivery-offer.queries.ts";
import { DelayNotes, FreeByRight } from "./delivery-rules.tsx";
import { ZoneDelays, ZoneFees, ZoneFreeDelivery } from "./delivery-zones.tsx";
import { ShopContact } from "./shop-contact.tsx";
import type { StaticPageProps } from "./static-page.server.tsx";
import { TextDocument } from "./text-document.tsx";

const delays = [
  { place: "Ouagadougou", cities: "Tous les quartiers de la ville", delay: "24-48h" },
  { place: "Bobo-Dioulasso", cities: "Tous les quartiers de la ville", delay: "2-3 jours" },
  {
    place: "Autres grandes villes",
    cities:
      "Koudougou, Ouahigouya, Banfora, Kaya, Tenkodogo, Fada N'Gourma, Dédougou, Ziniaré, Manga, Pouytenga, Gaoua, Dori",
    delay: "3-5 jours",
  },
  {
    place: "Zones rurales",
    cities:
      "Les autres communes et les villages, par exemple autour de Léo, Boromo, Réo, Diébougou ou Garango",
    delay: "5-7 jours",
  },
];

/** @param offer null when it could not be loaded */
export function DeliveryText({ shop, offer }: StaticPageProps & { offer: DeliveryOffer | null }) {
  const { zones, pickupPoints } = offer ?? { zones: [], pickupPoints: [] };
  const hasZones = zones.length > 0;
  return (
    <TextDocument
      title="Informations de Livraison"
      lead="Nous livrons partout au Burkina Faso. Vous regardez vos articles, puis vous payez le livreur."
      updated="2026-11-21"
      sections={[
        {
          id: "delais",
          title: "Délais de livraison",
          body: hasZones ? <ZoneDelays zones={zones} /> : <Delays />,
        },
        {
          id: "frais",
          title: "Frais de livraison",
          body: (
            <>
              {hasZones ? (
                <ZoneFees zones={zones} shippingFee={shop.shipping_fee} />
              ) : (
                <Fees shippingFee={shop.shipping_fee} />
              )}
              <PickupPoints points={pickupPoints} />
            </>
          ),
        },
        {
          id: "gratuite",
          title: "Quand la livraison est gratuite",
          body: hasZones ? (
            <ZoneFreeDelivery zones={zones} />
          ) : (
            <FreeDelivery shippingFee={shop.shipping_fee} />
          ),
        },
        { id: "deroulement", title: "Comment se passe une livraison", body: <Steps /> },
        { id: "verification", title: "Vérifiez avant de payer", body: <Inspection /> },
        { id: "absence", title: "Si vous êtes absent", body: <Absence /> },
        {
          id: "question",
          title: "Une question sur votre livraison",
          body: (
            <>
              <p>
                Appelez-nous ou écrivez-nous, sept jours sur sept. Donnez votre numéro de commande, celui qui
                commence par ORD- : nous retrouvons votre colis tout de suite.
              </p>
              <ShopContact shop={shop} />
            </>
          ),
        },
      ]}
    />
  );
}

function Delays() {
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Destination</th>
            <th scope="col">Délai</th>
          </tr>
        </thead>
        <tbody>
          {delays.map(({ place, cities, delay }) => (
            <tr key={place}>
              <th scope="row">
                {place}
                <small>{cities}</small>
              </th>
              <td>{delay}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DelayNotes />
    </>
  );
}

function PickupPoints({ points }: { points: readonly PickupPoint[] }) {
  if (points.length === 0) return null;
  return (
    <>
      <p>
        <strong>Le retrait en magasin est gratuit.</strong> Choisissez-le à la commande ; nous vous appelons
        quand elle est prête.
      </p>
      <ul>
        {points.map(({ id, name, address, town, hours }) => (
          <li key={id}>
            <strong>{name}</strong> : {[address, town, hours].filter(Boolean).join(", ")}
          </li>
        ))}
      </ul>
    </>
  );
}

function Fees({ shippingFee }: { shippingFee: number }) {
  return (
    <>
      <p>
        Les frais de livraison dépendent de la distance, du poids ou du volume et du type de service. Ils vous
        sont communiqués à la commande.
      </p>
      <p>
        {shippingFee > 0 ? (
          <>
            <strong>
              Aujourd'hui, nous appliquons un tarif unique : {formatXof(shippingFee)} par commande
            </strong>
            , dans tout le pays et quel que soit le nombre d'articles.
          </>
        ) : (
          <strong>Aujourd'hui, la livraison est offerte pour toutes les commandes, dans tout le pays.</strong>
        )}{" "}
        Ce montant figure dans votre panier et dans le récapitulatif, avant que vous ne confirmiez. C'est lui
        que vous payez : le livreur ne demande aucun supplément.
      </p>
      <p>
        Un chargement ne passe pas toujours par le transport ordinaire : plusieurs tonnes de ciment, des
        barres de douze mètres, un chantier loin de la route. Nous vous appelons alors avant l'envoi pour vous
        communiquer le prix d'un transport adapté. Vous l'acceptez, ou vous annulez sans frais.
      </p>
    </>
  );
}

function FreeDelivery({ shippingFee }: { shippingFee: number }) {
  return (
    <>
      <p>
        La mention « Livraison gratuite » des fiches produits vaut dans les cas que voici, et dans ceux-là
        seulement.
      </p>
      <ul>
        {shippingFee > 0 ? (
          <>
            <li>
              <strong>Pour les articles suivants d'une même commande.</strong> Le tarif unique couvre toute la
              commande : les articles suivants voyagent gratuitement.
            </li>
            <li>
              <strong>Pendant nos opérations de livraison offerte.</strong> Votre panier affiche alors{" "}
              {formatXof(0)} de livraison.
            </li>
          </>
        ) : (
          <li>
            <strong>En ce moment, pour toute commande.</strong> Votre panier affiche {formatXof(0)} de
            livraison.
          </li>
        )}
        <FreeByRight />
      </ul>
    </>
  );
}

function Steps() {
  return (
    <ol>
      <li>
        <strong>Vous commandez.</strong> La page de confirmation affiche votre numéro, ORD- suivi de chiffres.
        Notez-le.
      </li>
      <li>
        <strong>Nous vous appelons.</strong> Nous vérifions avec vous les articles, l'adresse et le jour de
        passage.
      </li>
      <li>
        <strong>Vous donnez un repère.</strong> Beaucoup de rues n'ont pas de nom : dites-nous le quartier, le
        secteur et ce qui se voit de loin. Par exemple : « Tampouy, derrière la pharmacie, portail bleu ».
      </li>
      <li>
        <strong>Le livreur vous appelle</strong> avant d'arriver. Gardez votre téléphone allumé.
      </li>
      <li>
        <strong>Vous vérifiez vos articles</strong> devant lui.
      </li>
      <li>
        <strong>Vous payez en espèces</strong>, en francs CFA, le montant de votre commande. Préparez
        l'appoint si vous le pouvez.
      </li>
    </ol>
  );
}

function Inspection() {
  return (
    <>
      <p>Ouvrez le colis devant le livreur, il attend. Regardez quatre choses :</p>
      <ul>
        <li>ce sont bien les articles et les quantités de votre commande ;</li>
        <li>rien n'est cassé, mouillé, ouvert ou périmé ;</li>
        <li>la référence, la taille, la puissance et la couleur sont les bonnes ;</li>
        <li>le montant demandé est celui de votre commande.</li>
      </ul>
      <p>
        Quelque chose ne va pas ? Refusez l'article ou tout le colis :{" "}
        <a href="/terms#refus">vous ne devez rien pour ce que vous refusez</a>. Un appareil ne se branche
        qu'une fois chez vous ? S'il ne marche pas, <a href="/terms#retours">nous l'échangeons</a>.
      </p>
    </>
  );
}

function Absence() {
  return (
    <>
      <p>
        Si personne ne répond, nous vous rappelons pour convenir d'un deuxième passage, sans frais. Une
        personne de confiance peut recevoir et payer à votre place : donnez-nous son nom et son numéro.
      </p>
      <p>
        Après deux passages sans réponse, la commande est annulée. Vous ne devez rien, mais nous pouvons
        refuser de nouvelles commandes <a href="/terms#commandes-serieuses">qui ne seraient pas sérieuses</a>.
      </p>
    </>
  );
}
