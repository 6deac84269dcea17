-- Of a list with facets that 11 to 30 products of the sample have, the candidates were read twice, once for the counts of the
-- facets and once for the total, and the sample once more to tell how many candidates there are: 65 of 180 ms at a million
-- products. The sample tells the total, and the candidates of which values it is, so both say the same.
create or replace function private.count_facets(plain text, planned real, facets text[], conditions text[], indexed text[], known jsonb, OUT counts jsonb, OUT estimated boolean[], OUT sampled integer, OUT scale real)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'on'
 SET enable_indexscan TO 'on'
 SET enable_indexonlyscan TO 'on'
AS $function$
declare
  sampled_products constant integer := 10000;
  -- Each of these is in another block.
  sampled_matches constant integer := 4000;
  min_sampled constant integer := 30;
  -- So many tell how many there are, though not of which values.
  few_sampled constant integer := 10;
  max_read constant integer := least(1000, 4000 / (cardinality(facets) + 1));
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  met constant text := coalesce(nullif(plain, ''), 'true');
  sets record;
  is_sampled boolean := false;
  rare record;
  read_by text;
  set_counts jsonb;
  factor real;
begin
  scale := planned / sampled_matches;
  if plain <> '' and facets <> '{}' and 4 * planned < products and scale > 1 then
    -- Facets leave few of a sample of all: of the products that meet the filters those with the first ids, which are
    -- random.
    sets := private.count_facet_sets(
      format('where %s and id < %L limit %s', plain,
        lpad(to_hex(floor(4294967296 / scale)::bigint), 8, '0') || '-0000-0000-0000-000000000000', 2 * sampled_matches),
      'true', facets, conditions, 'id', 0);
    is_sampled := sets.read between sampled_matches / 4 and 2 * sampled_matches - 1;
  end if;
  -- Or so many of all products; where ids are not random, too.
  if not is_sampled then
    scale := greatest(products / sampled_products, 1);
    -- Blocks from all over the table: the first ones would be those of one delivery.
    sets := private.count_facet_sets(
      format('tablesample system (%s) repeatable (1) where %s', 100 / scale, met), 'true', facets, conditions, 'id', 0);
  end if;
  sampled := sets.totals[1];
  counts := '{}';
  -- Sets that are frequent in the sample are counted there; of a rarer one no more products are read than all may.
  for number in 0 .. cardinality(facets) loop
    factor := 1;
    estimated[number] := false;
    if number = 0 and known is not null then
      set_counts := known;
    elsif sets.totals[number + 1] > min_sampled then
      set_counts := sets.counts;
      factor := scale;
      estimated[number] := true;
    else
      read_by := private.choose_candidates(plain, planned, coalesce((
        select string_agg(c.condition, ' and ') from unnest(indexed) with ordinality c (condition, n) where c.n <> number), ''));
      rare := private.read_candidates(read_by, max_read, met || coalesce((
        select string_agg(' and ' || c.condition, '') from unnest(conditions) with ordinality c (condition, n) where c.n <> number
      ), ''), 'id', 0);
      set_counts := rare.counts;
      if rare.read > max_read then
        factor := case when sets.totals[number + 1] > few_sampled and rare.total > 0
          then sets.totals[number + 1] * scale / rare.total
          else greatest(1, private.plan_products(read_by) / rare.read) end;
        estimated[number] := true;
      end if;
    end if;
    select counts || coalesce(jsonb_object_agg(c.key, round(c.value::integer * factor)), '{}') into counts
    from jsonb_each(set_counts) c
    where case when number = 0 then split_part(c.key, ':', 1) <> all (facets) else split_part(c.key, ':', 1) = facets[number] end;
  end loop;
end
$function$;

create or replace function private.read_faceted_products(plain text, source text, facets text[], sort text, first_row integer, max_rows integer, counts_facets boolean, OUT ids uuid[], OUT total integer, OUT is_exact boolean, OUT names text[], OUT counts jsonb, OUT estimated boolean[])
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'on'
 SET enable_indexscan TO 'on'
 SET enable_indexonlyscan TO 'on'
 SET synchronize_seqscans TO 'off'
AS $function$
declare
  -- So many products that meet the plain filters are read as they are.
  max_whole constant integer := 10000;
  max_read constant integer := 5000;
  -- Products that arrived together lie in the same blocks; those of one price are anywhere.
  max_walked constant integer := case when sort in ('price-asc', 'price-desc', 'rating') then 10000 else 20000 end;
  -- More are read on the way to a page than it takes to find out whether it exists.
  max_shown constant integer := 1000;
  max_counted constant integer := 1000;
  sampled_products constant real := 10000;
  min_sampled constant integer := 10;
  products constant real := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'public.products'::regclass);
  order_by constant text := private.order_products(sort);
  met constant text := coalesce(nullif(plain, ''), 'true');
  planned_plain constant real := case when plain = '' then products else private.plan_products(plain) end;
  conditions text[];
  indexed text[];
  condition text;
  candidate text;
  planned real;
  expected real;
  sampled real;
  is_bounded boolean;
  found uuid[];
  sets record;
  are_read boolean := false;
  counted record;
begin
  select coalesce(array_agg(f.facet), '{}'), coalesce(array_agg(f.condition), '{}'), coalesce(array_agg(f.indexed), '{}')
  into names, conditions, indexed
  from private.list_indexed_facets(facets) f;
  is_exact := true;
  -- 1. Few products meet the plain filters: all of them are read, once for all.
  if planned_plain < max_whole then
    sets := private.count_facet_sets(
      format('where %s limit %s', plain, max_whole + max_whole / 5), 'true', names, conditions, order_by, first_row + max_rows);
    if sets.read < max_whole + max_whole / 5 then
      ids := sets.ids[first_row + 1:];
      total := sets.totals[1];
      counts := sets.counts;
      return;
    end if;
    -- The planner was wrong.
  end if;
  condition := array_to_string(met || conditions, ' and ');
  candidate := private.choose_candidates(plain, planned_plain, array_to_string(indexed, ' and '));
  planned := private.plan_products(candidate);
  -- 2. Few products have the facets: all of these are read.
  if planned < max_read then
    sets := private.read_candidates(candidate, max_read, condition, order_by, max_read);
    is_exact := sets.read <= max_read;
    are_read := true;
  else
    is_exact := false;
  end if;
  if is_exact then
    ids := sets.ids[first_row + 1:first_row + max_rows];
    total := sets.total;
    if counts_facets then
      select c.counts, c.estimated into counts, estimated
      from private.count_facets(plain, planned_plain, names, conditions, indexed, sets.counts) c;
    end if;
    return;
  end if;
  -- 3. They are too many: the counts and the total are those of a sample.
  if counts_facets then
    counted := private.count_facets(plain, planned_plain, names, conditions, indexed, null);
    counts := counted.counts;
    estimated := counted.estimated;
    sampled := counted.sampled;
    total := sampled * counted.scale;
  else
    total := private.estimate_products(condition);
    sampled := total * least(1, sampled_products / products);
  end if;
  is_bounded := planned > 2 * max_read;
  -- A page that is so far behind is beyond all that is read below; the planner, to which facets are independent, does
  -- not know it.
  if max_rows > 0 and not (is_bounded and first_row > max_shown
    and first_row > 4 * total * (max_walked / products + max_read / planned)) then
    expected := (first_row + max_rows) * private.plan_products(source) / private.plan_products(condition);
    -- The page is expected among the first products of the order.
    if 3 * expected < least(planned, max_walked) or is_bounded and expected < max_walked then
      found := private.walk_products(
        source, condition, order_by, least(3 * expected, max_walked)::integer, first_row + max_rows);
    end if;
    if cardinality(found) is distinct from first_row + max_rows then
      if not are_read then
        sets := private.read_candidates(candidate, max_read, condition, order_by, max_read);
        are_read := true;
      end if;
      if sets.read <= max_read then
        found := sets.ids;
        total := sets.total;
        is_exact := true;
      else
        -- Those among the first of the order, and then those that were read.
        if found is null or 3 * expected < max_walked then
          found := private.walk_products(source, condition, order_by, max_walked, first_row + max_rows);
        end if;
        if cardinality(found) < first_row + max_rows then
          found := found || array(
            select c.id from unnest(sets.ids) with ordinality c (id, n) where c.id <> all (found) order by c.n);
        end if;
      end if;
    end if;
    ids := found[first_row + 1:first_row + max_rows];
  end if;
  if sampled <= min_sampled and not is_exact then
    -- Few of the sample match: their share of the candidates tells more.
    if not are_read then
      sets := private.read_candidates(candidate, max_counted, condition, order_by, 0);
      is_exact := sets.read <= max_counted;
    end if;
    total := sets.total * case when is_exact then 1 else greatest(1, private.estimate_products(candidate) / sets.read) end;
  end if;
end
$function$;
