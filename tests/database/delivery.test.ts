/** Zones, pick-up points and days: what an order costs, when it can be delivered, and who decides about it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { liftLimits } from "#tests/support/limits.ts";
import { createOrderInput, insertOrder, type OrderInput, type PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let awa: Actor;
let manager: Actor;
/** Two kilograms, 5,000 francs. */
let cement: PricedProduct;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  await liftLimits(admin, "order");
  api = database.connect("authenticator");
  awa = await createCustomerActor(admin, "awa@example.com");
  manager = await createAdministratorActor(admin, "manager@example.com");
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`delete from public.delivery_zones`;
  await admin`delete from public.pickup_points`;
  cement = await createProduct(admin, { price: 5000, stock: 1000 });
  await admin`update public.products set weight_grams = 2000 where id = ${cement.id}`;
});

interface Zone {
  id: string;
  name: string;
  is_active: boolean;
  free_from: number | null;
  bulky_fee: number;
  delay_hours: number;
  days: number[];
  places: { town: string; quarter?: string }[];
  fees: { up_to_grams: number | null; fee: number }[];
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

function createZone(values: Partial<Zone> = {}): Zone {
  return {
    id: randomUUID(),
    name: "Centre",
    is_active: true,
    free_from: null,
    bulky_fee: 0,
    delay_hours: 24,
    days: EVERY_DAY,
    places: [{ town: "Ouagadougou" }],
    fees: [{ up_to_grams: null, fee: 1000 }],
    ...values,
  };
}

interface SavedZone {
  id: string;
  updated_at: string;
}

async function saveZone(
  zone: Zone,
  expectedUpdatedAt: string | null = null,
  actor = manager,
): Promise<SavedZone> {
  return runAs(api, actor, async (tx) => {
    const [saved] = await tx<SavedZone[]>`
      select id, updated_at::text from public.save_delivery_zone(${tx.json({ ...zone })}, ${expectedUpdatedAt}::text::timestamptz)`;
    if (!saved) throw new Error("the zone was not saved");
    return saved;
  });
}

const getFee = async (town: string, { quarter = "", weight = 0, bulky = false, subtotal = 0 } = {}) => {
  const [row] = await admin<{ zone_name: string | null; fee: number | null }[]>`
    select zone_name, fee from private.delivery_fee(${town}, ${quarter}, ${weight}, ${bulky}, ${subtotal})`;
  return [row?.zone_name, row?.fee];
};

/** Sends an order as a browser does; the total is computed with this fee. */
async function placeOrder(
  fee: number,
  {
    address = {},
    delivery = {},
    quantity = 1,
  }: {
    address?: Record<string, string | number | null>;
    delivery?: { pickup_point_id?: string; delivery_day?: string; delivery_half?: string };
    quantity?: number;
  } = {},
) {
  const order: OrderInput = createOrderInput([{ product: cement, quantity }]);
  const row = {
    ...order,
    total_amount: quantity * cement.price + fee,
    shipping_address: { ...order.shipping_address, ...address },
    ...delivery,
  };
  return runAs(api, awa, async (tx) => {
    const [stored] = await tx`
      insert into public.orders ${tx({
        ...row,
        shipping_address: tx.json(row.shipping_address),
        payment_info: tx.json(row.payment_info),
      })} returning *, delivery_day::text`;
    return stored;
  });
}

/** The code and the message of a refusal. */
async function refusal(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof Error && "code" in error) return `${error.code} ${error.message}`;
    throw error;
  }
  throw new Error("it was accepted");
}

async function addDays(days: number): Promise<string> {
  const [row] = await admin<
    { day: string }[]
  >`select ((now() at time zone 'UTC')::date + ${days}::integer)::text as day`;
  return row?.day ?? "";
}

describe("the fee", () => {
  it("is the flat one without zones and in towns that no zone names", async () => {
    expect(await getFee("Ouagadougou")).toEqual([null, 2000]);
    await saveZone(createZone());
    expect(await getFee("Koudougou")).toEqual([null, 2000]);
  });

  it.each(["Bobo-Dioulasso", "bobo dioulasso", "BOBO–DIOULASSO", "  Bobo - Dioulassó ", "bobodioulasso"])(
    "finds the zone of «%s»",
    async (town) => {
      await saveZone(createZone({ name: "Bobo", places: [{ town: "Bobo-Dioulasso" }] }));
      expect(await getFee(town)).toEqual(["Bobo", 1000]);
    },
  );

  it("is that of the quarter before that of its town, and passes over inactive zones", async () => {
    await saveZone(createZone({ name: "Ville" }));
    const suburb = createZone({
      name: "Périphérie",
      places: [{ town: "ouagadougou", quarter: "Saaba-Nord" }],
      fees: [{ up_to_grams: null, fee: 3500 }],
    });
    const { updated_at } = await saveZone(suburb);
    expect(await getFee("Ouagadougou", { quarter: "saaba nord" })).toEqual(["Périphérie", 3500]);
    expect(await getFee("Ouagadougou", { quarter: "Gounghin" })).toEqual(["Ville", 1000]);
    await saveZone({ ...suburb, is_active: false }, updated_at);
    expect(await getFee("Ouagadougou", { quarter: "saaba nord" })).toEqual(["Ville", 1000]);
  });

  it("follows the weight, and a heavier order cannot be delivered", async () => {
    await saveZone(
      createZone({
        fees: [
          { up_to_grams: 20_000, fee: 2500 },
          { up_to_grams: 5000, fee: 1000 },
        ],
      }),
    );
    expect(await getFee("Ouagadougou", { weight: 5000 })).toEqual(["Centre", 1000]);
    expect(await getFee("Ouagadougou", { weight: 5001 })).toEqual(["Centre", 2500]);
    expect(await getFee("Ouagadougou", { weight: 20_001 })).toEqual(["Centre", null]);
    expect(await refusal(placeOrder(0, { quantity: 11 }))).toMatch(
      /^YA005 Cette commande est trop lourde pour une livraison dans la zone « Centre »/,
    );
  });

  it("is free from an amount, but for the supplement of bulky products", async () => {
    await saveZone(createZone({ free_from: 50_000, bulky_fee: 4000 }));
    expect(await getFee("Ouagadougou", { subtotal: 49_999 })).toEqual(["Centre", 1000]);
    expect(await getFee("Ouagadougou", { subtotal: 50_000 })).toEqual(["Centre", 0]);
    expect(await getFee("Ouagadougou", { subtotal: 50_000, bulky: true })).toEqual(["Centre", 4000]);
    expect(await getFee("Ouagadougou", { bulky: true })).toEqual(["Centre", 5000]);
  });
});

describe("an order", () => {
  it("keeps its zone, weight and source, and the name of a zone that is deleted", async () => {
    const { id } = await saveZone(createZone());
    const order = await placeOrder(1000, { quantity: 3 });
    expect(order).toMatchObject({
      zone_id: id,
      zone_name: "Centre",
      shipping_amount: 1000,
      total_amount: 16_000,
      weight_grams: 6000,
      source: "web",
      discount_amount: 0,
    });
    await runAs(api, manager, (tx) => tx`delete from public.delivery_zones where id = ${id}`);
    const [kept] =
      await admin`select zone_id, zone_name, shipping_amount from public.orders where id = ${order?.id}`;
    expect(kept).toEqual({ zone_id: null, zone_name: "Centre", shipping_amount: 1000 });
    expect(await getFee("Ouagadougou")).toEqual([null, 2000]);
  });

  it("has no weight when none of its products has one", async () => {
    await admin`update public.products set weight_grams = null where id = ${cement.id}`;
    expect(await placeOrder(2000)).toMatchObject({ weight_grams: null });
    await admin`update public.products set weight_grams = 2000 where id = ${cement.id}`;
  });

  it("with another fee than the shopper saw is told the new total", async () => {
    await saveZone(createZone());
    expect(await refusal(placeOrder(2000))).toMatch(/^YA001 .* 6 000 XOF/);
  });

  it("keeps quarter, landmark and position beside the documented address", async () => {
    const order = await placeOrder(2000, {
      address: {
        quarter: " Pissy ",
        landmark: "Portail bleu",
        latitude: 12.34567891,
        longitude: -1.5,
        other: "x",
      },
    });
    expect(order?.shipping_address).toEqual({
      address: "Pissy, derrière la pharmacie",
      city: "Ouagadougou",
      postalCode: "",
      phone: "70112233",
      quarter: "Pissy",
      landmark: "Portail bleu",
      latitude: 12.345679,
      longitude: -1.5,
    });
    expect((await placeOrder(2000, { address: { quarter: " ", latitude: null } }))?.shipping_address).toEqual(
      {
        address: "Pissy, derrière la pharmacie",
        city: "Ouagadougou",
        postalCode: "",
        phone: "70112233",
      },
    );
  });

  it.each([
    [{ latitude: 90.1, longitude: 0 }, "La position est invalide"],
    [{ latitude: 0, longitude: -180.1 }, "La position est invalide"],
    [{ latitude: 12 }, "La position est invalide"],
    [{ latitude: "12", longitude: "1" }, "La position est invalide"],
    [{ quarter: "x".repeat(121) }, "Le nom du quartier est trop long"],
    [{ landmark: "x".repeat(301) }, "Le repère compte au plus 300 caractères"],
  ])("with %j is refused", async (address, message) => {
    expect(await refusal(placeOrder(2000, { address }))).toBe(`YA005 ${message}`);
  });

  it("that is sent again with another day is not the same", async () => {
    await saveZone(createZone());
    const order = createOrderInput([{ product: cement, quantity: 1 }]);
    order.total_amount = 6000;
    await runAs(api, awa, (tx) => insertOrder(tx, order));
    const again = (day: string | null) =>
      runAs(
        api,
        awa,
        (tx) => tx`
        insert into public.orders ${tx({
          ...order,
          delivery_day: day,
          shipping_address: tx.json(order.shipping_address),
          payment_info: tx.json(order.payment_info),
        })} on conflict do nothing`,
      );
    expect(await getSqlState(again(null))).toBeNull();
    expect(await getSqlState(again(await addDays(3)))).toBe("YA004");
  });
});

describe("the day", () => {
  it("is one that the zone serves", async () => {
    await saveZone(createZone());
    const day = await addDays(3);
    const order = await placeOrder(1000, { delivery: { delivery_day: day, delivery_half: "morning" } });
    expect(order).toMatchObject({ delivery_day: day, delivery_half: "morning" });
  });

  it("in the past, too soon, too far or not served is refused with the reason", async () => {
    const [weekday] = await admin<{ weekday: number }[]>`
      select extract(isodow from (now() at time zone 'UTC')::date + 5)::integer as weekday`;
    await saveZone(
      createZone({ delay_hours: 48, days: EVERY_DAY.filter((day) => day !== weekday?.weekday) }),
    );
    const choose = async (days: number, delivery_half?: string) =>
      refusal(
        placeOrder(1000, {
          delivery: { delivery_day: await addDays(days), ...(delivery_half && { delivery_half }) },
        }),
      );
    expect(await choose(-1)).toBe("YA005 Le jour de livraison est passé : choisissez-en un autre");
    expect(await choose(1)).toMatch(
      /^YA005 Ce jour de livraison est trop proche : le premier possible est le \d\d\/\d\d\/\d{4}$/,
    );
    expect(await choose(5)).toMatch(/^YA005 Nous ne livrons pas le \p{L}+ dans la zone « Centre »/u);
    expect(await choose(41)).toMatch(/^YA005 Ce jour de livraison est trop lointain/);
    expect(await getSqlState(placeOrder(1000, { delivery: { delivery_half: "morning" } }))).toBe("YA005");
  });

  it("is not chosen where no zone says the days, nor for a pick-up", async () => {
    const delivery = { delivery_day: await addDays(3) };
    expect(await refusal(placeOrder(2000, { delivery }))).toBe(
      "YA005 Pour cette adresse, nous convenons avec vous du jour de la livraison",
    );
  });
});

describe("a pick-up", () => {
  const addPoint = async (is_active = true, name = "Magasin") => {
    const [point] = await admin<{ id: string }[]>`
      insert into public.pickup_points (name, address, town, is_active)
      values (${name}, 'Avenue Kwamé N''Krumah', 'Ouagadougou', ${is_active}) returning id`;
    return point?.id ?? "";
  };

  it("costs nothing and needs no address; its name remains when the point is deleted", async () => {
    await saveZone(createZone());
    const pickup_point_id = await addPoint();
    const order = await placeOrder(0, { address: { address: "", city: "" }, delivery: { pickup_point_id } });
    expect(order).toMatchObject({
      pickup_point_id,
      pickup_point_name: "Magasin",
      shipping_amount: 0,
      zone_id: null,
    });
    await admin`delete from public.pickup_points`;
    const [kept] =
      await admin`select pickup_point_id, pickup_point_name from public.orders where id = ${order?.id}`;
    expect(kept).toEqual({ pickup_point_id: null, pickup_point_name: "Magasin" });
  });

  it("that is sent again at another point, or at none, is not the same; at a point that was deleted, it is", async () => {
    const pickup_point_id = await addPoint();
    const order = createOrderInput([{ product: cement, quantity: 1 }]);
    const send = (point: string | null) =>
      runAs(
        api,
        awa,
        (tx) => tx`
          insert into public.orders ${tx({
            ...order,
            total_amount: cement.price,
            pickup_point_id: point,
            shipping_address: tx.json(order.shipping_address),
            payment_info: tx.json(order.payment_info),
          })} on conflict do nothing`,
      );
    await send(pickup_point_id);
    expect(await getSqlState(send(await addPoint(true, "Dépôt")))).toBe("YA004");
    expect(await getSqlState(send(null))).toBe("YA004");
    expect(await getSqlState(send(pickup_point_id))).toBeNull();
    await admin`delete from public.pickup_points`;
    expect(await getSqlState(send(pickup_point_id))).toBeNull();
  });

  it("at a point that is closed or unknown is refused", async () => {
    const message = "YA005 Ce point de retrait n'est plus proposé : choisissez-en un autre";
    expect(await refusal(placeOrder(0, { delivery: { pickup_point_id: await addPoint(false) } }))).toBe(
      message,
    );
    expect(await refusal(placeOrder(0, { delivery: { pickup_point_id: randomUUID() } }))).toBe(message);
  });

  it("does not count as an order for one address", async () => {
    const pickup_point_id = await addPoint();
    await admin`
      update public.limits set maximum = 1 where name = 'orders_open' and scope = 'place'`;
    try {
      await placeOrder(0, { delivery: { pickup_point_id } });
      await placeOrder(0, { delivery: { pickup_point_id } });
      expect(
        await getSqlState(placeOrder(2000, { address: { address: "Cité An II, maison 4" } })),
      ).toBeNull();
    } finally {
      await liftLimits(admin, "order");
    }
  });
});

describe("the calls", () => {
  const ask = async (town: string, quantity: number, quarter = "") => {
    const [row] = await runAs(
      api,
      visitor,
      (tx) => tx`
      select zone_name, fee, free_from, days::text[], first_half, problem
      from public.delivery_options(${town}, ${quarter}, ${tx.json([{ id: cement.id, quantity }])})`,
    );
    return row;
  };

  it("delivery_options says the fee and the days of a cart", async () => {
    await saveZone(
      createZone({ delay_hours: 72, free_from: 20_000, fees: [{ up_to_grams: 10_000, fee: 1500 }] }),
    );
    const options = await ask("ouagadougou", 2);
    expect(options).toMatchObject({ zone_name: "Centre", fee: 1500, free_from: 20_000, problem: null });
    expect([await addDays(3), await addDays(4)]).toContain(options?.days[0]);
    // Its first day can be ordered in its first half.
    const delivery = { delivery_day: options?.days[0], delivery_half: options?.first_half };
    expect(await getSqlState(placeOrder(1500, { quantity: 2, delivery }))).toBeNull();
    const last = { delivery_day: options?.days.at(-1) };
    expect(await getSqlState(placeOrder(1500, { quantity: 2, delivery: last }))).toBeNull();
    expect(await ask("ouagadougou", 4)).toMatchObject({ fee: 0 });
    expect(await ask("ouagadougou", 6)).toMatchObject({
      fee: null,
      problem: expect.stringMatching(/^Cette commande est trop lourde/),
    });
    expect(await ask("Koudougou", 6)).toMatchObject({ zone_name: null, fee: 2000, days: [], problem: null });
  });

  it("delivery_table lists the active zones, and the settings have their lowest figures", async () => {
    await saveZone(createZone({ free_from: 50_000 }));
    await saveZone(
      createZone({ name: "Bobo", places: [{ town: "Bobo" }], fees: [{ up_to_grams: null, fee: 700 }] }),
    );
    await saveZone(
      createZone({
        name: "Dori",
        is_active: false,
        free_from: 10,
        places: [{ town: "Dori" }],
        fees: [{ up_to_grams: null, fee: 1 }],
      }),
    );
    const rows = await runAs(api, visitor, (tx) => tx`select * from public.delivery_table()`);
    expect(rows.map((row) => [row.name, row.fees, row.places])).toEqual([
      ["Centre", [{ up_to_grams: null, fee: 1000 }], [{ town: "Ouagadougou", quarter: "" }]],
      ["Bobo", [{ up_to_grams: null, fee: 700 }], [{ town: "Bobo", quarter: "" }]],
    ]);
    const read = () => admin`select delivery_from, free_delivery_from from public.shop_settings`;
    expect([...(await read())]).toEqual([{ delivery_from: 700, free_delivery_from: 50_000 }]);
    await admin`delete from public.delivery_zones`;
    expect([...(await read())]).toEqual([{ delivery_from: null, free_delivery_from: null }]);
  });
});

describe("saving a zone", () => {
  it("replaces its places and fees, and nothing else", async () => {
    const zone = createZone({ places: [{ town: "Ouagadougou" }, { town: "Tanghin" }] });
    const { updated_at } = await saveZone(zone);
    await saveZone(
      {
        ...zone,
        places: [{ town: "Tanghin" }, { town: "Saaba", quarter: "Est" }],
        fees: [{ up_to_grams: 10, fee: 5 }],
      },
      updated_at,
    );
    const places = await admin`select town, quarter from public.delivery_places order by town`;
    expect([...places]).toEqual([
      { town: "Saaba", quarter: "Est" },
      { town: "Tanghin", quarter: "" },
    ]);
    expect([...(await admin`select up_to_grams, fee from public.delivery_fees`)]).toEqual([
      { up_to_grams: 10, fee: 5 },
    ]);
    const [settings] =
      await admin`select count(*)::integer as entries from public.audit_log where table_name = 'shop_settings'`;
    expect(settings).toEqual({ entries: 0 });
  });

  it("reports what is wrong, by field", async () => {
    await saveZone(createZone());
    const problems = async (values: Partial<Zone>) =>
      refusal(saveZone(createZone({ name: "Autre", places: [{ town: "Dori" }], ...values })));
    expect(await problems({ name: " " })).toBe("YA007 Le nom de la zone est requis");
    expect(await problems({ name: "Centre" })).toBe("YA007 Une autre zone porte ce nom");
    expect(await problems({ days: [] })).toBe("YA007 Choisissez au moins un jour de livraison");
    expect(await problems({ days: [8] })).toBe("YA007 Choisissez au moins un jour de livraison");
    expect(await problems({ fees: [] })).toBe("YA007 Entrez au moins un tarif");
    expect(
      await problems({
        fees: [
          { up_to_grams: null, fee: 1 },
          { up_to_grams: null, fee: 2 },
        ],
      }),
    ).toBe("YA007 Deux tarifs vont jusqu'au même poids");
    expect(await problems({ places: [] })).toBe("YA007 Nommez au moins une ville");
    expect(await problems({ places: [{ town: "!!" }] })).toBe("YA007 « !! » n'est pas le nom d'une ville");
    expect(await problems({ places: [{ town: "Dori" }, { town: "dôri" }] })).toBe(
      "YA007 « Dori » figure deux fois",
    );
    expect(await problems({ places: [{ town: "OUAGADOUGOU" }] })).toBe(
      "YA007 « OUAGADOUGOU » est déjà dans la zone « Centre »",
    );
    expect(await problems({ delay_hours: 721 })).toBe("YA007 Le délai va de 0 à 720 heures");
  });

  it("rejects an old version, a deleted zone, and anybody but administrators", async () => {
    const zone = createZone();
    const { updated_at } = await saveZone(zone);
    await saveZone({ ...zone, name: "Ville" }, updated_at);
    expect(await getSqlState(saveZone({ ...zone, name: "Bourg" }, updated_at))).toBe("PT409");
    await admin`delete from public.delivery_zones`;
    expect(await getSqlState(saveZone(zone, updated_at))).toBe("PT404");
    expect(await getSqlState(saveZone(zone, null, awa))).toBe("42501");
  });
});

describe("saved addresses", () => {
  const save = (actor: Actor, name = "Maison") =>
    runAs(
      api,
      actor,
      (tx) => tx`
      insert into public.customer_addresses (name, address, city)
      values (${name}, ${`Pissy, portail bleu, ${name}`}, 'Ouagadougou')`,
    );

  it("are the customer's own, ten at most", async () => {
    const bintou = await createCustomerActor(admin, "bintou@example.com");
    for (let number = 1; number <= 10; number++) await save(bintou, `Chantier ${number}`);
    expect(await refusal(save(bintou))).toBe("PT429 Vous avez déjà 10 adresses : supprimez-en une");
    const count = (actor: Actor) =>
      runAs(api, actor, async (tx) => (await tx`select from public.customer_addresses`).length);
    expect([await count(bintou), await count(awa), await count(manager)]).toEqual([10, 0, 0]);
    await runAs(api, bintou, (tx) => tx`delete from public.customer_addresses where name = 'Chantier 3'`);
    await save(bintou);
    expect(await count(bintou)).toBe(10);
  });

  it("are saved once, with the position that was measured last", async () => {
    const issa = await createCustomerActor(admin, "issa@example.com");
    await Promise.all([save(issa), save(issa)]);
    await runAs(
      api,
      issa,
      (tx) => tx`
        insert into public.customer_addresses (name, address, city, latitude, longitude)
        values ('Pissy', ' pissy, portail bleu, maison', 'OUAGADOUGOU', 12.3, -1.5)`,
    );
    const saved = await runAs(api, issa, (tx) => tx`select name, latitude from public.customer_addresses`);
    expect(saved).toEqual([{ name: "Maison", latitude: "12.3" }]);
  });
});
