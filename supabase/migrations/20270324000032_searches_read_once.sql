-- A search with more than 200 matches was searched for twice, for its page and for the counts of its facets, and for these a
-- large shop read a fifth of all names until 2,000 matched, where the total is an estimate from 400 on. Now 1,000 are looked
-- for, and the page is their beginning. If there are more, filters decide which of them are read, so a page with filters has
-- a search of its own.
create or replace function public.read_catalog_page(search text DEFAULT ''::text, category uuid DEFAULT NULL::uuid, min_price integer DEFAULT NULL::integer, max_price integer DEFAULT NULL::integer, in_stock boolean DEFAULT false, is_new boolean DEFAULT false, facets text[] DEFAULT '{}'::text[], sort text DEFAULT NULL::text, row_offset integer DEFAULT 0, row_limit integer DEFAULT 25)
 RETURNS TABLE(ids uuid[], total integer, is_exact boolean, counted_facets jsonb)
 LANGUAGE plpgsql
 ROWS 1
 SET search_path TO ''
AS $function$
declare
  large_shop constant integer := 20000;
  max_sorted constant integer := 5000;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  -- So many matches of a search are counted by their facets, and so many (above) are sorted in another order than its own.
  max_found constant integer := case when products > large_shop then 1000 else 2000 end;
  first_row constant integer := least(greatest(row_offset, 0), 10000);
  max_rows constant integer := least(greatest(row_limit, 0), 100);
  plain constant text := private.filter_products(category, min_price, max_price, in_stock, is_new, false);
  names text[];
  conditions text[];
  condition text;
  found uuid[];
  listed uuid[];
  page record;
begin
  if search <> '' then
    select coalesce(array_agg(f.facet), '{}'), coalesce(array_agg(f.condition), '{}') into names, conditions
    from private.list_facet_conditions(facets) f;
    condition := array_to_string(nullif(plain, '') || conditions, ' and ');
    found := private.search_product_ids(search, plain, max_found);
    listed := found;
    -- Of more matches, the filters and the number that is looked for decide which come first.
    if names <> '{}' or cardinality(found) >= max_found
      and (products <= large_shop or plain <> '' or sort is not null or first_row + max_rows > max_found) then
      listed := private.search_product_ids(
        search, condition, case when sort is null then first_row + max_rows else max_sorted end);
    end if;
    if first_row = 0 and cardinality(listed) < max_rows then
      -- Most searches are not counted: their first page is all that they find.
      total := cardinality(listed);
      is_exact := true;
    else
      select c.total, c.is_exact into total, is_exact
      from private.count_found_products(search, condition, case when names = '{}' then cardinality(found) end) c;
    end if;
    ids := listed[first_row + 1:first_row + max_rows];
    if sort is not null then
      execute format('select array(select p.id from public.products p where p.id = any ($1) order by %s offset %s limit %s)',
        private.order_products(sort), first_row, max_rows) into ids using listed[:max_sorted];
    end if;
    counted_facets := (
      select jsonb_agg(f) from private.describe_facets(
        facets, names, private.count_facet_values(format('id = any (%L::uuid[])', found[:max_found]), names, conditions), '{}') f);
  elsif products > large_shop then
    page := private.read_faceted_products(
      plain, private.filter_walk(category, min_price, max_price, sort), facets, sort, first_row, max_rows, true);
    ids := page.ids;
    total := page.total;
    is_exact := page.is_exact;
    counted_facets := (
      select jsonb_agg(f) from private.describe_facets(facets, page.names, page.counts, page.estimated) f);
  else
    ids := array(select public.list_faceted_products(
      facets, search, category, min_price, max_price, in_stock, is_new, sort, row_offset, row_limit));
    select c.total, c.is_exact into total, is_exact
    from public.count_products(search, category, min_price, max_price, in_stock, is_new, facets => facets) c;
    counted_facets := (
      select jsonb_agg(f) from public.list_facets(search, category, min_price, max_price, in_stock, is_new, facets) f);
  end if;
  ids := coalesce(ids, '{}');
  counted_facets := coalesce(counted_facets, '[]');
  return next;
end
$function$;
