/** The parts of /delivery for a shop with delivery zones: its own table of places, fees and days. */

import { formatXof } from "#app/lib/format/money.ts";
import { formatWeight } from "#app/lib/format/weights.ts";
import { formatDelay, formatWeekdays } from "#app/lib/models/delivery-days.ts";
import type { DeliveryZone } from "#app/lib/models/delivery-offer.queries.ts";
import { DelayNotes, FreeByRight } from "./delivery-rules.tsx";

interface ZonesProps {
  zones: readonly DeliveryZone[];
}

export function ZoneDelays({ zones }: ZonesProps) {
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
          {zones.map((zone) => (
            <tr key={zone.name}>
              <ZoneHeader zone={zone} />
              <td>
                {zone.delay_hours === 0 ? "le jour même" : formatDelay(zone.delay_hours)}
                <small>{formatWeekdays(zone.days)}</small>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Autres villes et villages</th>
            <td>
              <small>convenu avec vous</small>
            </td>
          </tr>
        </tbody>
      </table>
      <DelayNotes />
    </>
  );
}

export function ZoneFees({ zones, shippingFee }: ZonesProps & { shippingFee: number }) {
  const supplements = zones.filter(({ bulky_fee }) => bulky_fee > 0);
  return (
    <>
      <p>
        Les frais dépendent de votre ville et du poids de la commande. Ils figurent dans le récapitulatif,
        avant que vous ne confirmiez. C'est ce montant que vous payez : le livreur ne demande aucun
        supplément.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Destination</th>
            <th scope="col">Frais par commande</th>
          </tr>
        </thead>
        <tbody>
          {zones.map((zone) => (
            <tr key={zone.name}>
              <ZoneHeader zone={zone} />
              <td>
                {zone.fees.map(({ up_to_grams, fee }) => (
                  <div key={up_to_grams}>
                    {up_to_grams !== null && <small>jusqu'à {formatWeight(up_to_grams)}</small>}
                    {fee === 0 ? "gratuite" : formatXof(fee)}
                  </div>
                ))}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Autres villes et villages</th>
            <td>{shippingFee === 0 ? "gratuite" : formatXof(shippingFee)}</td>
          </tr>
        </tbody>
      </table>
      {supplements.length > 0 && (
        <>
          <p>Un article encombrant ajoute un supplément, une fois par commande :</p>
          <ul>
            {supplements.map(({ name, bulky_fee }) => (
              <li key={name}>
                {name} : {formatXof(bulky_fee)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function ZoneFreeDelivery({ zones }: ZonesProps) {
  return (
    <>
      <p>
        La mention « Livraison gratuite » des fiches produits vaut dans les cas que voici, et dans ceux-là
        seulement.
      </p>
      <ul>
        {zones.map(
          ({ name, free_from, bulky_fee }) =>
            free_from !== null && (
              <li key={name}>
                <strong>
                  {name} : dès {formatXof(free_from)} d'articles.
                </strong>
                {bulky_fee > 0 && " Le supplément d'un article encombrant reste dû."}
              </li>
            ),
        )}
        <FreeByRight />
      </ul>
    </>
  );
}

/** A zone with its towns, and with the quarters that it names of a town. */
function ZoneHeader({ zone: { name, places } }: { zone: DeliveryZone }) {
  const towns = Map.groupBy(places, ({ town }) => town);
  const texts = [...towns].map(([town, of]) => {
    const quarters = of.map(({ quarter }) => quarter).filter(Boolean);
    return quarters.length > 0 ? `${town} (${quarters.join(", ")})` : town;
  });
  return (
    <th scope="row">
      {name}
      <small>{texts.join(", ")}</small>
    </th>
  );
}
