/**
 * Fills a shop with as many products, customers, orders and other rows as after years of business. Words,
 * categories, sales and reviews are skewed as in a real shop: some are frequent, most are rare.
 */
import { createHash } from "node:crypto";
import { slugify } from "#app/lib/format/slugs.ts";
import type { Sql, TransactionSql } from "#backend/core/database.ts";

/** The numbers of rows. */
export interface ShopSize {
  products: number;
  customers: number;
  orders: number;
  reviews: number;
  /** Of the messages, the quotes, the mails and the audit log each. */
  others: number;
}

/** A shop with as many rows of every kind. */
export function toShopSize(rows: number): ShopSize {
  return { products: rows, customers: rows, orders: rows, reviews: rows, others: rows };
}

/** The id of a category, from 1: the largest first. */
export function getCategoryId(position: number): string {
  return toId(`category${position}`);
}

/** The id of a product, from 1: the oldest first. */
export function getProductId(position: number): string {
  return toId(`product${position}`);
}

function toId(text: string): string {
  return createHash("md5")
    .update(text)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The categories, the largest first: the first has a quarter of the products, the last about one percent. */
const CATEGORIES = [
  ...[
    "Quincaillerie",
    "Visserie",
    "Plomberie",
    "Électricité",
    "Outils électriques",
    "Outils à main",
    "Peinture",
  ],
  ...["Matériaux", "Jardinage", "Sanitaire", "Carrelage", "Menuiserie", "Serrurerie", "Éclairage", "Soudure"],
  ...[
    "Protection",
    "Échelles",
    "Toiture",
    "Pompes",
    "Solaire",
    "Climatisation",
    "Collage",
    "Mesure",
    "Levage",
  ],
];

/** The first words of a product's name. The first ones are the most frequent. */
const TYPES = [
  ...["Vis à bois", "Boulon", "Raccord", "Câble électrique", "Interrupteur", "Tube PVC", "Cheville", "Écrou"],
  ...[
    "Perceuse",
    "Marteau",
    "Tournevis",
    "Clé plate",
    "Robinet",
    "Coude",
    "Disque à tronçonner",
    "Foret béton",
  ],
  ...[
    "Pinceau",
    "Peinture acrylique",
    "Ampoule LED",
    "Prise de courant",
    "Disjoncteur",
    "Serrure",
    "Cadenas",
  ],
  ...[
    "Charnière",
    "Ciment",
    "Fer à béton",
    "Tôle ondulée",
    "Carreau de sol",
    "Lavabo",
    "Mitigeur",
    "Pompe immergée",
  ],
  ...[
    "Panneau solaire",
    "Batterie",
    "Meuleuse",
    "Scie sauteuse",
    "Poste à souder",
    "Électrode",
    "Gants de travail",
  ],
  ...[
    "Casque de chantier",
    "Échelle",
    "Brouette",
    "Pelle",
    "Tuyau d'arrosage",
    "Sécateur",
    "Colle PVC",
    "Mètre ruban",
  ],
  ...[
    "Niveau à bulle",
    "Palan",
    "Climatiseur",
    "Ventilateur",
    "Groupe électrogène",
    "Bétonnière",
    "Tondeuse",
  ],
];

const MATERIALS = [
  ...[
    "acier zingué",
    "inox",
    "laiton",
    "PVC",
    "cuivre",
    "aluminium",
    "bois",
    "fonte",
    "galvanisé",
    "caoutchouc",
  ],
  ...["professionnel", "renforcé", "étanche", "compact", "longue durée", "économique"],
];

const BRANDS = [
  ...[
    "Aquanova",
    "Sahel Pro",
    "Voltex",
    "Ferronix",
    "Makena",
    "Boulgou",
    "Tekno",
    "Karité",
    "Nazinga",
    "Faso Outils",
  ],
  ...["Harmattan", "Mouhoun", "Sanguié", "Kompienga", "Bazèga", "Soum"],
];

const COLORS = ["Blanc", "Gris", "Noir", "Bleu", "Rouge", "Vert", "Jaune", "Chromé"];

/** The tables that are filled. */
const TABLES = [
  ...["public.products", "public.product_images", "public.product_reviews", "public.low_stocks"],
  ...["auth.users", "public.profiles", "public.orders", "public.order_items"],
  ...["private.product_documents", "private.search_terms"],
  ...["public.messages", "public.quotes", "public.mails", "public.audit_log"],
];

/**
 * `admin` is the superuser's connection. The triggers are disabled, and what they maintain is computed once; the
 * indexes are built when the rows are there: maintained by row, both would take most of the time.
 * `report` is told what is done next.
 */
export async function fillShop(
  admin: Sql,
  size: ShopSize,
  report: (step: string) => void = () => {},
): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local work_mem = '256MB'`;
    await tx`set local maintenance_work_mem = '512MB'`;
    await tx`select setseed(0.5)`;
    const enableTriggers = await disableTriggers(tx);
    const createIndexes = await dropIndexes(tx);
    report("products");
    await fillReviews(tx, size);
    await fillCatalog(tx, size);
    report("customers");
    await fillCustomers(tx, size);
    report("orders");
    await fillOrders(tx, size);
    report("documents of the search");
    await fillDocuments(tx);
    report("messages and other rows");
    await fillOthers(tx, size);
    await createIndexes(report);
    report("sums");
    await tx`analyze`;
    await tx`select private.recount_category_products()`;
    await tx`select private.recount_sales_days()`;
    await tx`select private.refresh_search_ranks()`;
    await enableTriggers();
  });
  report("vacuum");
  await admin`vacuum analyze`;
}

/** Drops the indexes that belong to no constraint, and returns how to build them again. */
async function dropIndexes(tx: TransactionSql): Promise<(report: (step: string) => void) => Promise<void>> {
  const indexes = await tx<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = any (${TABLES}::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  return async (report) => {
    for (const { name, definition } of indexes) {
      report(name);
      await tx.unsafe(definition);
    }
  };
}

/** Disables the triggers that fire for a replica too, and returns how to enable them. */
async function disableTriggers(tx: TransactionSql): Promise<() => Promise<void>> {
  const triggers = await tx<{ table: string; name: string }[]>`
    select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger
    where tgrelid = any (${TABLES}::regclass[]) and tgenabled = 'A'`;
  for (const { table, name } of triggers) await tx.unsafe(`alter table ${table} disable trigger ${name}`);
  return async () => {
    for (const { table, name } of triggers) {
      await tx.unsafe(`alter table ${table} enable always trigger ${name}`);
    }
  };
}

async function fillReviews(tx: TransactionSql, { products, reviews }: ShopSize): Promise<void> {
  await tx`
    insert into public.product_reviews (product_id, rating, name, email, comment, is_published, created_at)
    select md5('product' || ceil(${products}::integer * power(random(), 2)))::uuid,
      case when random() < 0.7 then 5 else 2 + floor(random() * 7) / 2 end,
      'Client', 'client@exemple.bf', 'Un avis tout à fait sincère', n % 100 <> 0,
      now() - (1 - n::float / ${reviews}::integer) * interval '6 years'
    from generate_series(1, ${reviews}::integer) n`;
}

/** The rating and the number of reviews are those of the reviews. A third of the products is sold out. */
async function fillCatalog(tx: TransactionSql, { products }: ShopSize): Promise<void> {
  await tx`
    insert into public.categories (id, name, slug)
    select md5('category' || n)::uuid, name, 'rayon-' || n
    from unnest(${CATEGORIES}::text[]) with ordinality as c (name, n)`;
  await tx`
    insert into public.products (id, name, slug, description, reference, price, old_price, discount, image, stock,
      category_id, is_new, is_featured, rating, review_count, features, specifications, attributes,
      facet_keys, search_text, created_at, updated_at)
    select md5('product' || n)::uuid,
      name, 'article-' || n,
      'Un produit pour les chantiers et la maison, choisi par nos vendeurs. ' || md5(drawn::text), 'REF-' || n,
      price, case when featured then price * 5 / 4 + 1 end, case when featured then 20 end,
      '/demo/article-' || n % 200 || '.webp', case when random() < 0.33 then 0 else ceil(200 * random() * random()) end,
      md5('category' || ceil(${CATEGORIES.length}::integer * power(random(), 2)))::uuid, random() < 0.05, featured,
      coalesce(r.rating, 0), coalesce(r.count, 0), '{Robuste,"Garantie un an"}',
      jsonb_build_object('Poids', '1 kg', 'Marque', brand), values,
      array(
        select v.key || ':' || case v.value when 'true' then 'oui' when 'false' then 'non' else v.value #>> '{}' end
        from jsonb_each(values) v order by v.key
      ) || ('marque:' || private.slugify(brand)),
      private.product_search_text(name, 'REF-' || n), at, at
    from generate_series(1, ${products}::integer) n
    cross join lateral (
      select floor(random() * 100000 + n * 0)::integer as drawn,
        (${TYPES}::text[])[ceil(${TYPES.length}::integer * power(random(), 2) + n * 0)] as type,
        ceil(100 + 150000 * power(random(), 4) + n * 0)::integer as price, random() < 0.02 as featured,
        now() - (1 - n::float / ${products}::integer) * interval '6 years' as at
    ) drawn
    cross join lateral (
      select concat_ws(' ', type, (${MATERIALS}::text[])[1 + drawn % 16], (${BRANDS}::text[])[1 + drawn / 16 % 16],
        'Ø ' || 2 * (drawn % 60), 'modèle ' || upper(left(md5(n::text), 8))) as name
    ) named
    cross join lateral (
      select (${BRANDS}::text[])[1 + drawn / 16 % 16] as brand,
        jsonb_strip_nulls(jsonb_build_object(
          'diametre', 2 + 2 * (drawn % 60), 'matiere', private.slugify((${MATERIALS}::text[])[1 + drawn % 16]),
          'couleur', case when drawn % 3 > 0 then private.slugify((${COLORS}::text[])[1 + n % 8 * (n % 5) / 4]) end,
          'puissance', case when drawn % 5 < 2 then 50 * (1 + drawn % 40) end,
          'etanche', case when drawn % 7 < 3 then drawn % 2 = 0 end
        )) as values
    ) valued
    left join (
      select product_id, avg(rating) as rating, count(*) as count
      from public.product_reviews where is_published group by product_id
    ) r on r.product_id = md5('product' || n)::uuid
    order by n`;
  const choices = (names: readonly string[]) => tx.json(names.map((name) => ({ key: slugify(name), name })));
  await tx`
    insert into public.attributes (key, name, kind, unit, choices, position) values
      ('diametre', 'Diamètre', 'number', 'mm', '[]', 1), ('puissance', 'Puissance', 'number', 'W', '[]', 2),
      ('matiere', 'Matière', 'choice', null, ${choices(MATERIALS)}, 3),
      ('couleur', 'Couleur', 'choice', null, ${choices(COLORS)}, 4), ('etanche', 'Étanche', 'boolean', null, '[]', 5)`;
  await tx`
    insert into public.attribute_categories (attribute_id, category_id)
    select a.id, c.id from public.attributes a, public.categories c`;
  await tx`
    insert into private.facet_values (key, attribute, number, name)
    select k.key, split_part(k.key, ':', 1),
      case when k.key ~ '^(diametre|puissance):' then split_part(k.key, ':', 2)::numeric end,
      case when k.key like 'marque:%' then initcap(split_part(k.key, ':', 2)) end
    from (select distinct unnest(facet_keys) as key from public.products) k`;
  await tx`
    insert into public.product_images (product_id, image_url, is_primary)
    select id, image, true from public.products where slug like 'article-%' and image is not null`;
  await tx`
    insert into public.low_stocks (product_id, stock, name)
    select id, stock, name from public.products where slug like 'article-%' and stock < 20
    on conflict do nothing`;
}

/** As the triggers do; the words of a few products are those of all. */
async function fillDocuments(tx: TransactionSql): Promise<void> {
  await tx`
    insert into private.product_documents (product_id, words)
    select p.id, private.compute_document_words(p) from public.products p where slug like 'article-%'
    on conflict do nothing`;
  await tx`
    select private.add_search_terms(array(
      select distinct unnest(string_to_array(private.to_search_words(name), ' ')) from public.products
      where slug like 'article-%' and id::text like '%0'
    ))`;
}

async function fillCustomers(tx: TransactionSql, { customers }: ShopSize): Promise<void> {
  await tx`
    insert into auth.users (id, email, last_sign_in_at)
    select md5('user' || n)::uuid, 'client' || n || '@exemple.bf', now() from generate_series(1, ${customers}::integer) n`;
  await tx`
    insert into public.profiles (id, email, first_name, last_name, phone, created_at)
    select md5('user' || n)::uuid, 'client' || n || '@exemple.bf', 'Client', md5(n::text), '+226 ' || 70000000 + n,
      now() - (1 - n::float / ${customers}::integer) * interval '6 years'
    from generate_series(1, ${customers}::integer) n`;
}

/** One to three lines each. The last percent of the orders is not completed yet. */
async function fillOrders(tx: TransactionSql, { products, customers, orders }: ShopSize): Promise<void> {
  await tx`
    insert into public.order_items (order_id, position, product_id, name, unit_price, quantity)
    select md5('order' || n)::uuid, position, p.id, p.name, p.price, ceil(random() * 4)
    from (
      select n, position, md5('product' || ceil(${products}::integer * power(random(), 3)))::uuid as product_id
      from generate_series(1, ${orders}::integer) n cross join lateral generate_series(1, 1 + n % 3) position
    ) line
    join public.products p on p.id = line.product_id`;
  await tx`
    insert into public.orders (id, number, user_id, customer_name, customer_email, customer_phone, total_amount,
      shipping_amount, items_count, status, stage, cancellation_reason, shipping_address, payment_info, created_at,
      updated_at)
    select md5('order' || n)::uuid, 'ORD-' || lpad(n::text, 9, '0'), md5('user' || customer)::uuid,
      'Client ' || md5(n::text), 'client' || customer || '@exemple.bf', '+226 ' || 70000000 + customer,
      items.amount + 2000, 2000, items.count, status,
      case status when 'pending' then 'to_confirm' when 'processing' then 'prepared'
        when 'completed' then 'delivered' else status end,
      case when status = 'cancelled' then 'Client injoignable' end,
      '{"address": "Secteur 12", "city": "Ouagadougou", "phone": "70112233"}', '{"method": "cod", "items": []}', at, at
    from generate_series(1, ${orders}::integer) n
    cross join lateral (
      select ceil(${customers}::integer * power(random(), 2) + n * 0)::integer as customer,
        case when n <= ${orders}::integer * 0.99 then case when n % 16 = 0 then 'cancelled' else 'completed' end
          when n % 3 = 0 then 'processing' else 'pending' end as status,
        now() - (1 - n::float / ${orders}::integer) * interval '3 years' as at
    ) drawn
    join (
      select order_id, sum(quantity * unit_price)::integer as amount, sum(quantity)::integer as count
      from public.order_items group by order_id
    ) items on items.order_id = md5('order' || n)::uuid
    order by n`;
}

async function fillOthers(tx: TransactionSql, { others }: ShopSize): Promise<void> {
  await tx`
    insert into public.audit_log (at, actor_id, action, table_name, row_id, what)
    select now() - n * interval '1 minute', md5('actor' || n % 9)::uuid, 'update', 'products',
      md5('product' || n)::uuid, 'Article'
    from generate_series(1, ${others}::integer) n`;
  await tx`
    insert into public.messages (name, email, phone, message, read_at, created_at)
    select 'Client', 'client@exemple.bf', '70112233', 'Une fuite sous l''évier', now(), now() - n * interval '1 minute'
    from generate_series(1, ${others}::integer) n`;
  await tx`
    insert into public.quotes (id, kind, file_path, file_name, status, created_at)
    select md5('quote' || n)::uuid, 'image', 'image/' || n, 'mur.jpg', 'closed', now() - n * interval '1 minute'
    from generate_series(1, ${others}::integer) n`;
  await tx`
    insert into public.mails (subject_id, kind, recipient, sent_at, created_at)
    select md5('order' || n)::uuid, 'order_confirmation', 'client@exemple.bf', now(), now() - n * interval '1 minute'
    from generate_series(1, ${others}::integer) n`;
}
