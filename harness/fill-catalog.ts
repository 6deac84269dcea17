/**
 * The categories, brands, attributes, products and variants of a filled shop. Products are made from templates, which
 * have everything in common but their number: so what the database computes of a product's texts is computed once for
 * each template, and differs in its products by two words.
 */
import { slugify } from "#app/lib/format/slugs.ts";
import type { TransactionSql } from "#backend/core/database/database.ts";
import { COLORS, FAMILIES, listBrandNames, MATERIALS, TYPES } from "./fill-words.ts";
import type { ShopSize } from "./shop-size.ts";

const TEMPLATES = 5000;
/** Stand in the texts of a template for the model's name and the number of its product. */
const MODEL_PLACEHOLDER = "bbbbbbb7";
const NUMBER_PLACEHOLDER = 987654321;
/** Letters of a model's name, for the digits of a hash: no word that ends with a digit is stemmed or a size. */
const MODEL_LETTERS = "bcdfghjklmnpqrtv";
const CHOICES = 10;
/** Categories of the first levels: 24 families with five categories each, and four in each of those. */
const FIRST_OF_LEVEL_2 = 25;
const FIRST_OF_LEVEL_3 = 145;
const FIRST_OF_LEVEL_4 = 625;
/** The head of a shop with more products (private.refresh_search_ranks). */
const HEAD = 20_000;
/** So many products are compared with what the database computes itself. */
const COMPARED_PRODUCTS = 300;

const toModel = (number: string) =>
  `(translate(left(md5((${number})::text), 7), '0123456789abcdef', '${MODEL_LETTERS}') || '7')`;

/** A category of a number is below the one whose number this is; null for a family. */
const PARENT = `case when n < ${FIRST_OF_LEVEL_2} then null
  when n < ${FIRST_OF_LEVEL_3} then 1 + (n - ${FIRST_OF_LEVEL_2}) / 5
  when n < ${FIRST_OF_LEVEL_4} then ${FIRST_OF_LEVEL_2} + (n - ${FIRST_OF_LEVEL_3}) / 4
  else ${FIRST_OF_LEVEL_3} + (n - ${FIRST_OF_LEVEL_4}) % ${FIRST_OF_LEVEL_4 - FIRST_OF_LEVEL_3} end`;

export async function fillCatalog(tx: TransactionSql, size: ShopSize): Promise<void> {
  await fillCategories(tx, size);
  await fillBrandsAndAttributes(tx, size);
  await createTemplates(tx, size);
  await fillProducts(tx, size);
  await fillVariants(tx);
}

async function fillCategories(tx: TransactionSql, { categories }: ShopSize): Promise<void> {
  await tx`
    insert into public.categories (id, name, slug, parent_id, parent_level, position)
    select md5('category' || n)::uuid,
      case when n < ${FIRST_OF_LEVEL_2}::integer then (${FAMILIES}::text[])[n]
        else (${TYPES}::text[])[1 + n % ${TYPES.length}::integer] || ' ' || n end,
      'rayon-' || n, md5('category' || parent)::uuid,
      case when n < ${FIRST_OF_LEVEL_2}::integer then null when n < ${FIRST_OF_LEVEL_3}::integer then 1
        when n < ${FIRST_OF_LEVEL_4}::integer then 2 else 3 end, n
    from (select n, ${tx.unsafe(PARENT)} as parent from generate_series(1, ${categories}::integer) n) c
    order by n`;
}

async function fillBrandsAndAttributes(tx: TransactionSql, { brands }: ShopSize): Promise<void> {
  await tx`
    insert into public.brands (name, slug)
    select name, private.slugify(name) from unnest(${listBrandNames(brands)}::text[]) name`;
  const choices = (names: readonly string[]) => tx.json(names.map((name) => ({ key: slugify(name), name })));
  await tx`
    insert into public.attributes (key, name, kind, unit, choices, position) values
      ('diametre', 'Diamètre', 'number', 'mm', '[]', 1), ('puissance', 'Puissance', 'number', 'W', '[]', 2),
      ('matiere', 'Matière', 'choice', null, ${choices(MATERIALS)}, 3),
      ('couleur', 'Couleur', 'choice', null, ${choices(COLORS)}, 4), ('etanche', 'Étanche', 'boolean', null, '[]', 5)`;
  // What a family has, the categories below it have too.
  await tx`
    insert into public.attribute_categories (attribute_id, category_id)
    select a.id, c.id from public.attributes a, public.categories c where c.parent_id is null`;
}

/** The documents of the templates are computed from products of theirs, which are deleted again. */
async function createTemplates(tx: TransactionSql, size: ShopSize): Promise<void> {
  const { categories, brands, variants, products } = size;
  /** Of ten templates so many have variants. */
  const withVariants = Math.round((10 * variants) / CHOICES / products);
  await tx`
    create temporary table fill_templates on commit drop as
    select t, t % 10 < ${withVariants}::integer as has_variants, md5('category' || category)::uuid as category_id,
      concat_ws(' ', type, (${MATERIALS}::text[])[1 + drawn % 16], brand, 'Ø ' || 2 * (drawn % 60), 'modèle ') as name,
      jsonb_build_object('Poids', '1 kg', 'Marque', brand) as specifications, private.slugify(brand) as brand_key,
      values, keys || ('marque:' || left(private.slugify(brand), 60)) as facet_keys,
      null::text as words, null::text as search_text
    from (
      select t, (${TYPES}::text[])[ceil(${TYPES.length}::integer * power(random(), 2))] as type,
        (${listBrandNames(brands)}::text[])[ceil(${brands}::integer * power(random(), 2))] as brand,
        floor(random() * 100000)::integer as drawn, ceil(${FAMILIES.length}::integer * power(random(), 2))::integer as family,
        floor(20 * power(random(), 2))::integer as place, floor(3 * random())::integer as leaf
      from generate_series(1, ${TEMPLATES}::integer) t
    ) d
    cross join lateral (
      select case when ${categories}::integer < ${FIRST_OF_LEVEL_3}::integer then family
        when below.leaf_category <= ${categories}::integer then below.leaf_category
        else below.upper_category end as category
      from (
        select ${FIRST_OF_LEVEL_3}::integer + (family - 1) * 20 + place as upper_category,
          ${FIRST_OF_LEVEL_4}::integer + (family - 1) * 20 + place + leaf * 480 as leaf_category
      ) below
    ) placed
    cross join lateral (
      select jsonb_strip_nulls(jsonb_build_object(
        'diametre', 2 + 2 * (drawn % 60), 'matiere', private.slugify((${MATERIALS}::text[])[1 + drawn % 16]),
        'couleur', case when drawn % 3 > 0 then private.slugify((${COLORS}::text[])[1 + t % 8 * (t % 5) / 4]) end,
        'puissance', case when drawn % 5 < 2 then 50 * (1 + drawn % 40) end,
        'etanche', case when drawn % 7 < 3 then drawn % 2 = 0 end
      )) as values
    ) valued
    cross join lateral (
      select array(
        select v.key || ':' || case v.value when 'true' then 'oui' when 'false' then 'non' else v.value #>> '{}' end
        from jsonb_each(values) v order by v.key
      ) as keys
    ) keyed`;
  await tx`
    create temporary table fill_products (
      n integer, template integer, id uuid, price integer, stock integer, is_featured boolean, is_new boolean, at timestamptz
    ) on commit drop`;
  await tx`
    insert into fill_products
    select ${NUMBER_PLACEHOLDER}::integer, t, md5('template' || t)::uuid, 1000, 10, false, false, now() from fill_templates`;
  await insertProducts(tx, `'${MODEL_PLACEHOLDER}'`, "'template-' || t.t");
  await fillVariants(tx);
  await tx`
    update fill_templates t set words = private.compute_document_words(p)::text, search_text = p.search_text
    from public.products p where p.id = md5('template' || t.t)::uuid`;
  await tx`
    select private.add_search_terms(array(
      select unnest(string_to_array(
        n.words || ' ' || private.join_neighbours(n.words) || ' ' || private.to_search_words(t.specifications ->> 'Marque'), ' '
      ))
      from fill_templates t, private.to_search_words(t.name) n (words)
    ))`;
  await tx`delete from public.product_options o using fill_products f where o.product_id = f.id`;
  await tx`delete from public.product_variants v using fill_products f where v.product_id = f.id`;
  await tx`delete from public.products p using fill_products f where p.id = f.id`;
  await tx`truncate fill_products`;
  await tx`
    insert into private.facet_values (key, attribute, number, name)
    select k.key, split_part(k.key, ':', 1),
      case when k.key ~ '^(diametre|puissance):' then split_part(k.key, ':', 2)::numeric end, k.brand
    from (
      select distinct key, case when key like 'marque:%' then specifications ->> 'Marque' end as brand
      from fill_templates, unnest(facet_keys) key
    ) k`;
}

/** The rows of `fill_products` as products; what differs from its template is its number and its model. */
async function insertProducts(tx: TransactionSql, model: string, slug: string): Promise<void> {
  await tx.unsafe(`
    insert into public.products (id, name, slug, description, reference, price, old_price, discount, image, stock,
      category_id, is_new, is_featured, features, specifications, brand_key, attributes, facet_keys, has_variants,
      largest_variant_stock, search_text, created_at, updated_at)
    select f.id, t.name || upper(model), ${slug},
      'Un produit pour les chantiers et la maison, choisi par nos vendeurs.',
      case when not t.has_variants then 'REF-' || f.n end, f.price,
      case when f.is_featured then f.price * 5 / 4 + 1 end, case when f.is_featured then 20 end,
      '/demo/article-' || f.n % 200 || '.webp', f.stock, t.category_id, f.is_new, f.is_featured, '{Robuste,"Garantie un an"}',
      t.specifications, t.brand_key, t.values, t.facet_keys, t.has_variants,
      case when t.has_variants then (f.stock + ${CHOICES - 1}) / ${CHOICES} end,
      coalesce(replace(replace(t.search_text, '${MODEL_PLACEHOLDER}', model), '${NUMBER_PLACEHOLDER}', f.n::text),
        private.product_search_text(t.name || upper(model), case when not t.has_variants then 'REF-' || f.n end)),
      f.at, f.at
    from fill_products f join fill_templates t on t.t = f.template cross join lateral (select ${model} as model) m
    order by f.n`);
}

/** A third of the products is sold out. The oldest come first. */
async function fillProducts(tx: TransactionSql, { products }: ShopSize): Promise<void> {
  await tx`
    insert into fill_products
    select n, 1 + (n * 3571::bigint % ${TEMPLATES}::integer), md5('product' || n)::uuid,
      ceil(100 + 150000 * power(random(), 4)), case when random() < 0.33 then 0 else ceil(200 * random() * random()) end,
      random() < 0.02, random() < 0.05, now() - (1 - n::float / ${products}::integer) * interval '6 years'
    from generate_series(1, ${products}::integer) n`;
  await tx`analyze fill_products, fill_templates`;
  await insertProducts(tx, toModel("f.n"), "'article-' || f.n");
  await tx`
    insert into public.product_images (product_id, image_url, is_primary)
    select id, '/demo/article-' || n % 200 || '.webp', true from fill_products order by n`;
  await tx`
    insert into public.low_stocks (product_id, stock, name)
    select p.id, p.stock, p.name from public.products p join fill_products f on f.id = p.id where p.stock < 20`;
}

/** The price of a product is that of its cheapest variant, and its stock the sum. */
async function fillVariants(tx: TransactionSql): Promise<void> {
  await tx`
    insert into public.product_options (product_id, position, name, choices)
    select f.id, 1, 'Longueur', array(select 10 * k || ' mm' from generate_series(1, ${CHOICES}::integer) k)
    from fill_products f join fill_templates t on t.t = f.template where t.has_variants order by f.n`;
  await tx`
    insert into public.product_variants (id, product_id, position, choices, reference, price, stock)
    select md5(f.id::text || k)::uuid, f.id, k, array[10 * k || ' mm'], 'V' || f.n || '-' || k,
      f.price + (k - 1) * (1 + f.price / 10),
      f.stock / ${CHOICES}::integer + case when k <= f.stock % ${CHOICES}::integer then 1 else 0 end
    from fill_products f join fill_templates t on t.t = f.template
    cross join generate_series(1, ${CHOICES}::integer) k
    where t.has_variants order by f.n, k`;
}

/**
 * The documents of the search, with the sales and the head that `private.refresh_search_ranks` computes. It fails when
 * a document of some products differs from the one that the database computes.
 */
export async function fillDocuments(tx: TransactionSql): Promise<void> {
  await tx`
    create temporary table fill_sales on commit drop as
    select s.product_id, least(10, round(2 * log(1 + sum(s.pieces)) / log(2.0)))::smallint as sales
    from private.daily_product_sales s
    where s.day > current_date - 90 and s.pieces > 0 group by s.product_id`;
  await tx`
    create temporary table fill_head on commit drop as
    (select product_id as id from fill_sales where sales > 0 order by sales desc, product_id limit ${HEAD}::integer / 2)
    union (select id from fill_products order by at desc, id limit ${HEAD}::integer / 2)`;
  await tx.unsafe(`
    insert into private.product_documents (product_id, words, sales, is_head)
    select f.id,
      replace(replace(t.words, '${MODEL_PLACEHOLDER}', ${toModel("f.n")}), '${NUMBER_PLACEHOLDER}', f.n::text)::tsvector,
      coalesce(s.sales, 0), (select count(*) from fill_products) <= ${HEAD} or f.id in (select h.id from fill_head h)
    from fill_products f join fill_templates t on t.t = f.template left join fill_sales s on s.product_id = f.id
    order by f.n`);
  const [compared] = await tx<{ different: number }[]>`
    select count(*)::integer as different
    from (select id from fill_products order by md5(n::text) limit ${COMPARED_PRODUCTS}::integer) f
    join public.products p using (id) join private.product_documents d on d.product_id = f.id
    where d.words is distinct from private.compute_document_words(p)
      or p.search_text is distinct from private.product_search_text(p.name, p.reference)
      or p.brand_key is distinct from (select b.name_key from public.brands b where b.name = p.specifications ->> 'Marque')
      or array[p.price::integer, p.stock, p.largest_variant_stock] is distinct from (
        select array[coalesce(min(v.price::integer), p.price::integer), coalesce(sum(v.stock)::integer, p.stock), max(v.stock)]
        from public.product_variants v where v.product_id = p.id
      )`;
  if (compared?.different !== 0)
    throw new Error(`${compared?.different} products differ from what the database computes`);
}

/** The history of prices and the opening stocks, which with the lines of the orders sum to the stocks. */
export async function fillLedger(tx: TransactionSql): Promise<void> {
  await tx`
    create temporary table fill_items on commit drop as
    select p.id, p.id as product_id, null::uuid as variant_id, p.price::integer, p.stock, p.has_variants, f.at
    from public.products p join fill_products f on f.id = p.id
    union all
    select v.id, v.product_id, v.id, v.price::integer, v.stock, false, f.at
    from public.product_variants v join fill_products f on f.id = v.product_id`;
  await tx`
    insert into public.price_changes (product_id, variant_id, price, changed_at)
    select product_id, variant_id, price, at from fill_items`;
  await tx`
    insert into public.stock_movements (product_id, variant_id, kind, quantity, at)
    select i.product_id, i.variant_id, 'opening', i.stock + coalesce(s.sold, 0), i.at
    from fill_items i
    left join (
      select coalesce(l.variant_id, l.product_id) as id, sum(l.quantity) as sold
      from public.order_items l join public.orders o on o.id = l.order_id
      where o.status <> 'cancelled' group by 1
    ) s on s.id = i.id
    where not i.has_variants and i.stock + coalesce(s.sold, 0) > 0`;
}
