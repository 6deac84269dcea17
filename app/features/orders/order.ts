/**
 * An order as the browser sends it. The database checks the amounts against its own and has the last word.
 */
import { countArticles } from "#app/lib/format/articles.ts";
import { isSoldByUnit, type SoldBy, toStepText } from "#app/lib/format/units.ts";
import type { HalfDay, PaymentMethod } from "#app/lib/supabase/database.types.ts";

interface OrderLine extends SoldBy {
  id: string;
  name: string;
  /** Whole francs for one step. */
  price: number;
  quantity: number;
  image: string | null;
}

/** The recipient and the delivery address, as validated by the checkout form. */
interface Recipient {
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
  city: string;
  postalCode: string;
  quarter: string;
  landmark: string;
  /** «latitude,longitude»; empty without one, as the others. */
  position: string;
  /** The id of the pick-up point; empty for a delivery. */
  pickupPoint: string;
  deliveryDay: string;
  deliveryHalf: HalfDay | "";
  notes: string;
}

export interface OrderRequest {
  /** Generated once for each checkout attempt, so that a retry cannot create a second order. */
  id: string;
  /** Undefined for an account without an address. */
  email: string | undefined;
  recipient: Recipient;
  /** The payment method. */
  method: PaymentMethod;
  lines: readonly OrderLine[];
  /** Whole francs. */
  shipping: number;
  /** The promo code with what it takes off the articles, in whole francs; absent without one. */
  promo?: { code: string; discount: number } | null;
}

/** The row of `orders` to insert. */
export function toOrderRow({ id, email, recipient, method, lines, shipping, promo }: OrderRequest) {
  const { firstName, lastName, phone, address, city, postalCode, notes } = recipient;
  const { quarter, landmark, position, pickupPoint, deliveryDay, deliveryHalf } = recipient;
  const [latitude = 0, longitude = 0] = position.split(",").map(Number);
  return {
    id,
    customer_name: `${firstName} ${lastName}`,
    customer_email: email ?? null,
    customer_phone: phone,
    total_amount: lines.reduce(
      (sum, { price, quantity }) => sum + price * quantity,
      shipping - (promo?.discount ?? 0),
    ),
    items_count: countArticles(lines),
    status: "pending" as const,
    shipping_address: {
      address,
      city,
      postalCode,
      phone,
      ...(quarter && { quarter }),
      ...(landmark && { landmark }),
      ...(position && { latitude, longitude }),
    },
    ...(promo && { promo_code: promo.code }),
    // A shop without zones and pick-up points is sent the documented row.
    ...(pickupPoint && { pickup_point_id: pickupPoint }),
    ...(!pickupPoint && deliveryDay && { delivery_day: deliveryDay }),
    ...(!pickupPoint && deliveryDay && deliveryHalf && { delivery_half: deliveryHalf }),
    payment_info: {
      method,
      items: lines.map((line) => {
        const { id, name, price, quantity, image } = line;
        // The database refuses another step than that of today; single pieces are sent as documented.
        return { id, name, price, quantity, image, ...(isSoldByUnit(line) && { step: toStepText(line) }) };
      }),
    },
    notes: notes === "" ? null : notes,
  };
}
