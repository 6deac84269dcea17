/**
 * What the search understands of a query: sizes however they are written, joined and split words, stems, mistakes,
 * synonyms, references of variants; what keeps the documents, and what counts searches without a result.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";

let backend: TestBackend;
let owner: Sql;
let client: PostgrestClient<Database>;
beforeAll(async () => {
  backend = await startTestBackend();
  owner = backend.database.connect("postgres");
  client = new PostgrestClient<Database>("http://shop.test/rest/v1", {
    headers: { apikey: backend.keys.anonKey },
    fetch: (input, init) => backend.fetch(input, init),
  });
  const products = [
    { name: "Fer à béton HA 8, barre de 12 m" },
    { name: "Fer à béton HA 12, barre de 12 m" },
    { name: "Tube PVC évacuation Ø 32, barre de 4 m" },
    { name: "Robinet de puisage 1/2 pouce, laiton", reference: "AQU-ROB-12", barcode: "3760012345678" },
    { name: "Fil électrique TH 2,5 mm², couronne de 100 m" },
    { name: "Ciment CPJ 45, sac de 50 kg" },
    { name: "Tôle bac alu-zinc 35/100, 3 m" },
    { name: "Multiprise 6 prises" },
    { name: "Carrelage grès 60 × 60, le m²" },
    { name: "Panneaux solaires 450 W" },
    { name: "Réservoir polyéthylène 1 000 L" },
    { name: "Mitigeur évier col de cygne", description: "Pour la cuisine et la buanderie." },
    { name: "Boulons M10 × 60 avec écrou" },
    { name: "Peinture acrylique", features: ["Blanc mat"] },
    { name: "Kit solaire Faso 12,8 V" },
    { name: "Jeu de clés mixtes 6 à 22 mm" },
    { name: "Chevron bois rouge 6 × 8 cm" },
    { name: "Sécateur à lame franche" },
    { name: "Disjoncteur courbe C", reference: "T-7/lot" },
    { name: "Disjoncteur courbe B", reference: "T-17/lot" },
    { name: "Brouette de chantier", description: "Pour le ciment, le sable et le robinet de l'arroseur." },
  ];
  for (const [index, row] of products.entries()) {
    await owner`insert into public.products ${owner({ ...row, slug: `article-${index}`, price: 1000, stock: 5 })}`;
  }
});
afterAll(() => backend.close());

async function search(query: string): Promise<string[]> {
  const { data } = await client
    .rpc("search_products", { query }, { get: true })
    .select("name")
    .throwOnError();
  return data.map(({ name }) => name);
}

it.each([
  ["12mm", "Fer à béton HA 12, barre de 12 m"],
  ["12 mm", "Fer à béton HA 12, barre de 12 m"],
  ["Ø12", "Fer à béton HA 12, barre de 12 m"],
  ["Ø 12", "Fer à béton HA 12, barre de 12 m"],
  ["Ø 12 mm", "Fer à béton HA 12, barre de 12 m"],
  ["fer de 12", "Fer à béton HA 12, barre de 12 m"],
  ["fer de 8", "Fer à béton HA 8, barre de 12 m"],
  ["barre 12 mètres", "Fer à béton HA 12, barre de 12 m"],
  ["pvc Ø32", "Tube PVC évacuation Ø 32, barre de 4 m"],
  ["tube 32mm", "Tube PVC évacuation Ø 32, barre de 4 m"],
  ["tube diamètre 32", "Tube PVC évacuation Ø 32, barre de 4 m"],
  ['robinet 1/2"', "Robinet de puisage 1/2 pouce, laiton"],
  ["robinet ½ pouce", "Robinet de puisage 1/2 pouce, laiton"],
  ["fil 2.5mm2", "Fil électrique TH 2,5 mm², couronne de 100 m"],
  ["fil 2,5", "Fil électrique TH 2,5 mm², couronne de 100 m"],
  ["ciment 50kg", "Ciment CPJ 45, sac de 50 kg"],
  ["ciment 50 kilos", "Ciment CPJ 45, sac de 50 kg"],
  ["ciment 0,05 tonne", "Ciment CPJ 45, sac de 50 kg"],
  ["carrelage 60x60", "Carrelage grès 60 × 60, le m²"],
  ["carrelage 60*60", "Carrelage grès 60 × 60, le m²"],
  ["1000l", "Réservoir polyéthylène 1 000 L"],
  ["boulon m 10", "Boulons M10 × 60 avec écrou"],
  ["boulon 10x60", "Boulons M10 × 60 avec écrou"],
  ["réservoir 1m3", "Réservoir polyéthylène 1 000 L"],
  ["fil de 2,5 carré", "Fil électrique TH 2,5 mm², couronne de 100 m"],
  ["tôle 35 centièmes", "Tôle bac alu-zinc 35/100, 3 m"],
  ["carreaux 60/60", "Carrelage grès 60 × 60, le m²"],
  ["fer huit", "Fer à béton HA 8, barre de 12 m"],
  ["fer de douze millimètres", "Fer à béton HA 12, barre de 12 m"],
  ["tube trente-deux", "Tube PVC évacuation Ø 32, barre de 4 m"],
  ["réservoir mille litres", "Réservoir polyéthylène 1 000 L"],
  ["robinet demi pouce", "Robinet de puisage 1/2 pouce, laiton"],
  ["panneau quatre cent cinquante watts", "Panneaux solaires 450 W"],
  ["carreaux 60 par 60", "Carrelage grès 60 × 60, le m²"],
  ["clé de 17", "Jeu de clés mixtes 6 à 22 mm"],
  ["clé de dix-sept", "Jeu de clés mixtes 6 à 22 mm"],
  ["chevron 8/6", "Chevron bois rouge 6 × 8 cm"],
  ["chevron 8x6", "Chevron bois rouge 6 × 8 cm"],
  ["tubepvc32", "Tube PVC évacuation Ø 32, barre de 4 m"],
  ["brouetteciment", "Brouette de chantier"],
  ["c koi le prix de la brouette", "Brouette de chantier"],
  ["20 sacs de ciment", "Ciment CPJ 45, sac de 50 kg"],
])("reads the size in «%s»", async (query, name) => {
  expect((await search(query)).slice(0, 2)).toContain(name);
});

it.each([
  ["tolebac", "Tôle bac alu-zinc 35/100, 3 m"],
  ["bac tole", "Tôle bac alu-zinc 35/100, 3 m"],
  ["multi prise", "Multiprise 6 prises"],
  ["panneau solaire", "Panneaux solaires 450 W"],
  ["paneau solair", "Panneaux solaires 450 W"],
  ["mitijeur", "Mitigeur évier col de cygne"],
  ["mitigeur cuisine", "Mitigeur évier col de cygne"],
  ["robinet cuisine", "Mitigeur évier col de cygne"],
  ["polytank", "Réservoir polyéthylène 1 000 L"],
  ["poly tank", "Réservoir polyéthylène 1 000 L"],
  ["politank", "Réservoir polyéthylène 1 000 L"],
  ["peinture blanche", "Peinture acrylique"],
  ["prix du ciment à Ouaga", "Ciment CPJ 45, sac de 50 kg"],
  ["combien coûte un sac de ciment", "Ciment CPJ 45, sac de 50 kg"],
  ["vous avez des panneaux solaires", "Panneaux solaires 450 W"],
  ["kit soler", "Kit solaire Faso 12,8 V"],
  ["pano solaire", "Panneaux solaires 450 W"],
  ["tuyo pvc", "Tube PVC évacuation Ø 32, barre de 4 m"],
  ["caro", "Carrelage grès 60 × 60, le m²"],
  ["multip 6 prises", "Multiprise 6 prises"],
  ["poli tanc", "Réservoir polyéthylène 1 000 L"],
  ["sekater", "Sécateur à lame franche"],
  ["bourette", "Brouette de chantier"],
  ["réservoire d'eau", "Réservoir polyéthylène 1 000 L"],
  // A word beside the thing that no product has.
  ["mitigeur bosch", "Mitigeur évier col de cygne"],
  ["grosse brouette", "Brouette de chantier"],
  ["rouleau de fil électrique", "Fil électrique TH 2,5 mm², couronne de 100 m"],
  ["aqurob12", "Robinet de puisage 1/2 pouce, laiton"],
  ["lot t-7", "Disjoncteur courbe C"],
  ["3760012345678", "Robinet de puisage 1/2 pouce, laiton"],
])("understands «%s»", async (query, name) => {
  expect((await search(query))[0]).toBe(name);
});

it("has some of each for two things, rather than what names both beside something else", async () => {
  const found = await search("ciment et robinet");
  expect(found.slice(0, 2).toSorted()).toEqual([
    "Ciment CPJ 45, sac de 50 kg",
    "Robinet de puisage 1/2 pouce, laiton",
  ]);
  expect((await search("ciment, brouette + sécateur")).slice(0, 3).toSorted()).toEqual([
    "Brouette de chantier",
    "Ciment CPJ 45, sac de 50 kg",
    "Sécateur à lame franche",
  ]);
});

it.each(["arroseur bosch", "téléphone portable", "sac de riz", "12 pizzas", "a b c"])(
  "finds nothing for «%s», of which no product is called a word",
  async (query) => expect(await search(query)).toEqual([]),
);

it("finds what has all words in its reference, and nothing else", async () => {
  expect(await search("t-7/lot")).toEqual(["Disjoncteur courbe C"]);
});

it("keeps to the filters with what the first word means", async () => {
  const options = { query: "ciment bosch", max_price: 500 };
  expect((await client.rpc("search_products", options, { get: true }).throwOnError()).data).toEqual([]);
  expect((await client.rpc("count_products", { search: "ciment bosch" }).throwOnError()).data).toEqual([
    { total: 1, is_exact: true },
  ]);
});

it.each(
  ["😀".repeat(50), "de la pour", "'; drop table products; --", "a".repeat(10_000), "!&|():*<->", "½"].map(
    (query) => [query.slice(0, 30), query],
  ),
)("answers «%s»", async (_shown, query) => {
  for (const name of ["search_products", "suggest_products", "list_near_products"] as const) {
    expect((await client.rpc(name, { query }, { get: true })).error).toBeNull();
  }
  expect((await client.rpc("count_products", { search: query }, { get: true })).error).toBeNull();
});

describe("the documents", () => {
  const version = async () => {
    const [row] = await owner`
      select xmin::text from private.product_documents
      where product_id = (select id from public.products where slug = 'article-0')`;
    return row?.xmin;
  };

  it("follow the texts of a product, and its category's name", async () => {
    await owner`update public.products set description = 'Aussi dit ferraillou' where slug = 'article-0'`;
    expect(await search("ferraillou")).toEqual(["Fer à béton HA 8, barre de 12 m"]);
    await owner`insert into public.categories (name, slug) values ('Gros œuvre', 'gros-oeuvre')`;
    await owner`
      update public.products set category_id = (select id from public.categories where slug = 'gros-oeuvre')
      where slug = 'article-0'`;
    expect(await search("gros oeuvre")).toEqual(["Fer à béton HA 8, barre de 12 m"]);
    await owner`update public.categories set name = 'Maçonnerie' where slug = 'gros-oeuvre'`;
    expect(await search("maconnerie")).toEqual(["Fer à béton HA 8, barre de 12 m"]);
  });

  it("are not written for stock or price, nor when nothing that they say has changed", async () => {
    const before = await version();
    await owner`update public.products set stock = stock - 1, price = 900 where slug = 'article-0'`;
    await owner`update public.products set name = name, description = description || ' ' where slug = 'article-0'`;
    expect(await version()).toBe(before);
  });

  it("of an import are written afterwards, and its products are found by their names at once", async () => {
    await owner`
      insert into public.products (name, slug, price, description)
      select 'Charrue ' || n, 'charrue-' || n, 100, 'Pour les boeufs' from generate_series(1, 301) n`;
    expect(await search("charrue 300")).toContain("Charrue 300");
    expect(await search("boeuf")).toEqual([]);
    while ((await owner`select private.write_pending_documents() as more`)[0]?.more);
    expect(await search("boeuf")).toHaveLength(301);
    await owner`delete from public.products where slug like 'charrue-%'`;
  });

  it("know the choices, references and bar codes of variants", async () => {
    await owner`
      insert into public.product_options (product_id, position, name, choices)
      select id, 1, 'Longueur', '{6 m}' from public.products where slug = 'article-2'`;
    await owner`
      insert into public.product_variants (product_id, position, choices, price, stock, reference, barcode)
      select id, 1, '{6 m}', 900, 3, 'TUB-32-6', '6130000000017' from public.products where slug = 'article-2'`;
    for (const query of ["TUB-32-6", "tub 32 6", "6130000000017", "tube 6m"]) {
      expect((await search(query))[0]).toBe("Tube PVC évacuation Ø 32, barre de 4 m");
    }
    await owner`update public.product_variants set reference = 'TUBE-SIX' where reference = 'TUB-32-6'`;
    expect((await search("tube-six"))[0]).toBe("Tube PVC évacuation Ø 32, barre de 4 m");
  });

  it("put first what sells, of what matches alike", async () => {
    await owner`
      insert into public.products (name, slug, price, stock)
      select 'Truelle ' || letter, 'truelle-' || letter, 100, 5 from unnest('{a,b,c}'::text[]) letter`;
    await owner`
      insert into private.daily_product_sales (product_id, day, pieces, amount)
      select id, current_date - 1, 40, 4000 from public.products where slug = 'truelle-b'`;
    await owner`select private.refresh_search_ranks()`;
    expect((await search("truelle"))[0]).toBe("Truelle b");
    await owner`update public.products set stock = 0 where slug = 'truelle-b'`;
    await owner`delete from private.daily_product_sales`;
    await owner`select private.refresh_search_ranks()`;
    expect((await search("truelle")).at(-1)).toBe("Truelle b");
  });
});

describe("the words that a search answers", () => {
  const getAnswer = async (query: string) =>
    (await client.rpc("get_search_answer", { query }, { get: true }).single().throwOnError()).data;

  it.each([
    ["brouette zzqqxx", "brouette"],
    ["Robinet zzqqxx de puisage", "Robinet de puisage"],
    ["fil zzqqxx 2,5 mm2", "fil 2,5 mm2"],
    ["bonjour, c'est combien la brouette zzqqxx rouge ?", "brouette"],
    ["brouette et zzqqxx", "brouette"],
    ["brouette zzqqxx moins de 2000 F", "brouette"],
    // A mistake, unless it sounds the same.
    ["secoteur", "secateur"],
    ["Lame de secoteur", "Lame de secateur"],
    // The word that it is taken for means a «réservoir».
    ["polytonk", "polytank"],
  ])("of «%s» are «%s», as they were typed", async (query, answered) => {
    expect(await getAnswer(query)).toEqual({ answered, is_mention: false });
  });

  it.each([
    ["buanderie", true],
    ["buanderie cuisine", true],
    ["mitigeur buanderie", false],
  ])("of «%s» are in descriptions only: %s", async (query, isMention) => {
    expect(await search(query)).toEqual(["Mitigeur évier col de cygne"]);
    expect(await getAnswer(query)).toEqual({ answered: null, is_mention: isMention });
  });

  it.each([
    "brouette",
    "brouete",
    "robinet moins de 2000 F",
    "fer de 8",
    "tube pvc",
    "brouette et ciment",
    "zzqqxx yyzzqq",
    "AQU-ROB-12",
    "' ; --",
  ])("are nothing to say for «%s», which is answered or not", async (query) => {
    expect(await getAnswer(query)).toEqual({ answered: null, is_mention: false });
  });
});

it("shows what is called by all words but one above what is called by the first of them", async () => {
  expect((await search("brouette robinet puisage"))[0]).toBe("Robinet de puisage 1/2 pouce, laiton");
});

it.each([
  ["robinet moins de 999", 0],
  ["robinet à moins de 1 500 F", 1],
  ["robinet 1500 fcfa", 1],
  ["robinet entre 500 et 900", 0],
  ["robinet entre 1 et 2 mille", 1],
  ["robinet plus de mille cinq cents francs", 0],
  ["robinet budget 1k", 1],
  ["robinet de puisage à partir de 1.000 F", 1],
])("takes the price of «%s» for a price", async (query, count) => {
  expect((await search(query)).filter((name) => name.startsWith("Robinet"))).toHaveLength(count);
  const { data } = await client
    .rpc("count_products", { search: query }, { get: true })
    .single()
    .throwOnError();
  expect(data.total).toBe((await search(query)).length);
});

it("takes no size for a price", async () => {
  expect(await search("panneaux moins de 500 w")).toEqual(["Panneaux solaires 450 W"]);
});

it("takes no sign alone for a thing: «'; brouette» is not every name with an apostrophe", async () => {
  expect(await search("'; brouette")).toEqual(await search("brouette"));
});

describe("searches without a result", () => {
  const record = async (query: string) =>
    (await client.rpc("record_missed_search", { query }).throwOnError()).data;
  const listed = () => owner`select term, searches from public.missed_searches order by term`;

  it("are counted by day, without those that find something or name somebody", async () => {
    expect(await record("  Tuile   Canal ")).toBe(true);
    expect(await record("tuile canal")).toBe(true);
    for (const query of [
      "robinet",
      "awa@exemple.bf",
      "70 11 22 33",
      "x",
      "https://exemple.bf",
      "z".repeat(99),
    ]) {
      expect(await record(query)).toBe(false);
    }
    expect(await listed()).toEqual([{ term: "tuile canal", searches: 2 }]);
  });

  it("are also those of which a word is left out, with what is shown for it", async () => {
    for (const [term, answered] of [
      ["brouette zzqqxx", "brouette"],
      // Descriptions mention it.
      ["buanderie", null],
    ] as const) {
      expect(await record(term)).toBe(true);
      expect(await owner`delete from public.missed_searches where term = ${term} returning answered`).toEqual(
        [{ answered }],
      );
    }
  });

  it("wait for no other one", async () => {
    await owner.begin(async (tx) => {
      await tx`select public.record_missed_search('gargouille')`;
      expect(await record("tuile ronde")).toBe(false);
      await tx`delete from public.missed_searches where term = 'gargouille'`;
    });
    expect(await record("tuile canal")).toBe(true);
  });

  it("are at most 500 a day", async () => {
    await owner`insert into public.missed_searches (term) select 'zz' || n from generate_series(1, 499) n`;
    expect(await record("gargouille")).toBe(false);
    expect(await record("tuile canal")).toBe(true);
    await owner`delete from public.missed_searches where term like 'zz%'`;
  });

  it("become synonyms, which are found at once", async () => {
    expect(await search("tuile canal")).toEqual([]);
    await owner`insert into public.search_synonyms (term, meanings) values ('tuile canal', '{"tôle bac"}')`;
    expect(await search("tuile canal")).toEqual(["Tôle bac alu-zinc 35/100, 3 m"]);
    expect(await search("tuiles canal 3m")).toEqual(["Tôle bac alu-zinc 35/100, 3 m"]);
  });

  it("are limited by address", async () => {
    await owner`update public.limits set maximum = 1 where name = 'missed_searches' and scope = 'address'`;
    await client.rpc("record_missed_search", { query: "gargouille" });
    const { error } = await client.rpc("record_missed_search", { query: "gargouilles" });
    expect(error?.code).toBe("PT429");
  });
});
