-- Products from a table that was edited outside the shop: judged line by line first, then taken whole or not at all.
-- The form of the file is the screen's matter; here arrive its cells.

create index products_reference_idx on public.products (reference) where reference is not null;

create function private.imported_boolean(cell jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select case lower(btrim(cell #>> '{}'))
    when 'oui' then 'true' when 'true' then 'true' when '1' then 'true' when 'vrai' then 'true'
    when 'non' then 'false' when 'false' then 'false' when '0' then 'false' when 'faux' then 'false'
    else cell
  end
$$;

create function public.import_products(rows jsonb, dry_run boolean default true, request uuid default null)
returns jsonb
-- Rest applies this before the call: on a busy machine ten thousand new products take longer than other calls may.
language plpgsql set search_path = '' set statement_timeout = '60s' as $$
declare
  columns constant text[] :=
    '{reference,slug,name,description,category,price,old_price,discount,stock,is_new,is_featured,features,specifications,more_info_url}';
  answer jsonb;
  -- Names and slugs of the categories, folded: a handful, asked for by every line.
  categories constant jsonb := coalesce((
    select jsonb_object_agg(n.name, c.id)
    from public.categories c cross join lateral (values (private.folded(c.name)), (c.slug)) as n (name)
  ), '{}');
  first_line bigint;
  lines jsonb[] := '{}';
  plan jsonb[] := '{}';
  counts jsonb := '{"create": 0, "update": 0, "unchanged": 0, "error": 0}';
  line record;
  given jsonb;
  former jsonb;
  whole jsonb;
  problems jsonb;
  changed text[];
  action text;
  wanted public.products;
  entry jsonb;
begin
  perform private.require_administrator();
  if not dry_run then
    answer := private.answer_to(request);
    if answer is not null then
      return answer;
    end if;
  end if;
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 10000 then
    raise exception using errcode = 'YA007', message = 'Un fichier compte de 1 à 10000 lignes',
      detail = '{"problems": [{"column": "rows", "message": "Un fichier compte de 1 à 10000 lignes"}]}';
  end if;

  -- Each line with the product it means: by its reference, else by its slug; and with the line that spoke of the same
  -- product, reference or slug first.
  for line in
    with sent as (
      select r.value as cells,
        case when r.value ->> 'line' ~ '^[0-9]{1,9}$' then (r.value ->> 'line')::bigint else r.ordinality end as number,
        nullif(btrim(r.value ->> 'reference'), '') as reference, nullif(btrim(r.value ->> 'slug'), '') as slug
      from jsonb_array_elements(rows) with ordinality r
    ),
    meant as (
      select s.*, coalesce(by_reference.id, by_slug.id) as id, by_reference.many
      from sent s
      left join lateral (
        select (array_agg(f.id))[1] as id, count(*) as many
        from (select p.id from public.products p where p.reference = s.reference limit 2) f
      ) by_reference on true
      left join public.products by_slug on by_reference.id is null and by_slug.slug = s.slug
    )
    select m.number, m.cells, m.id, m.many, to_jsonb(p) as former,
      case when m.id is not null then min(m.number) over (partition by m.id) end as first_of_product,
      case when m.reference is not null then min(m.number) over (partition by m.reference) end as first_of_reference,
      case when m.slug is not null then min(m.number) over (partition by m.slug) end as first_of_slug
    from meant m left join public.products p on p.id = m.id
    order by m.number
  loop
    former := line.former;
    problems := '[]';
    -- An empty cell of what cannot be empty says nothing; the same line may empty what can.
    select coalesce(jsonb_object_agg(c.key,
      case when c.key in ('is_new', 'is_featured') then private.imported_boolean(c.value) else c.value end), '{}')
    into given
    from jsonb_each(case when jsonb_typeof(line.cells) = 'object' then line.cells else '{}' end) c
    where c.key = any (columns)
      and not (c.key in ('name', 'slug', 'price', 'stock', 'is_new', 'is_featured', 'features', 'specifications')
        and btrim(coalesce(c.value #>> '{}', '')) = '');
    if line.many > 1 then
      problems := problems || private.problem('reference', 'Plusieurs produits portent cette référence');
    end if;
    if given ? 'category' then
      if btrim(coalesce(given ->> 'category', '')) = '' then
        given := given || '{"category_id": null}';
      elsif categories ? private.folded(btrim(given ->> 'category')) then
        given := given || jsonb_build_object('category_id', categories -> private.folded(btrim(given ->> 'category')));
      else
        problems := problems || private.problem('category', format('La catégorie « %s » n''existe pas', given ->> 'category'));
      end if;
    end if;
    whole := private.whole_product(given - 'category', former);
    if former is null and not whole ? 'slug' then
      whole := whole || jsonb_build_object('slug', coalesce(private.slug_of(whole ->> 'name'), 'produit'));
    end if;
    -- As the trigger on products has it: an offer ends when the price comes up to an old one that stays.
    if former is not null and whole ->> 'old_price' = former ->> 'old_price'
      and whole ->> 'price' ~ '^[0-9]{1,9}$' and (whole ->> 'price')::integer >= (former ->> 'old_price')::integer
    then
      whole := whole || '{"old_price": null, "discount": null}';
    end if;
    problems := problems || private.product_problems(whole, former);
    if given ? 'slug' then
      if whole ->> 'slug' <> private.slug_of(whole ->> 'slug') then
        problems := problems || private.problem('slug', 'Le slug se compose de minuscules, de chiffres et de tirets');
      elsif former is not null and whole ->> 'slug' <> former ->> 'slug'
        and exists (select from public.products p where p.slug = whole ->> 'slug')
      then
        problems := problems || private.problem('slug', 'Ce slug est déjà celui d''un autre produit');
      end if;
    end if;
    first_line := least(line.first_of_product, line.first_of_reference, line.first_of_slug);
    if first_line < line.number then
      problems := problems || private.problem(
        case when first_line = line.first_of_slug then 'slug' else 'reference' end,
        format('Même produit que la ligne %s', first_line));
    end if;

    changed := array(
      select g.key from jsonb_each(whole) g
      where former is not null and coalesce(former -> g.key, 'null') <> g.value
        -- What is given is trimmed: spaces around what is there are no change.
        and coalesce(btrim(former ->> g.key), '') <> coalesce(g.value #>> '{}', '')
      order by g.key
    );
    action := case
      when problems <> '[]' then 'error'
      when former is null then 'create'
      when changed = '{}' then 'unchanged'
      else 'update'
    end;
    counts := jsonb_set(counts, array[action], to_jsonb((counts ->> action)::integer + 1));
    lines := lines || jsonb_build_object(
      'line', line.number, 'action', action, 'id', line.id, 'reference', whole -> 'reference', 'name', whole -> 'name',
      'changed', to_jsonb(changed), 'problems', problems
    );
    if action in ('create', 'update') then
      plan := plan || jsonb_build_object('id', line.id, 'whole', whole, 'changed', to_jsonb(changed));
    end if;
  end loop;

  answer := counts || jsonb_build_object('applied', not dry_run and counts -> 'error' = '0', 'lines', to_jsonb(lines));
  if not (answer ->> 'applied')::boolean then
    return answer;
  end if;
  -- In the order of their ids, as orders lock them.
  foreach entry in array array(select e from unnest(plan) e order by e ->> 'id' nulls last) loop
    if entry ->> 'id' is null then
      wanted := jsonb_populate_record(null::public.products, entry -> 'whole');
      insert into public.products (name, slug, description, price, old_price, is_new, discount, stock, category_id,
        reference, is_featured, features, specifications, more_info_url)
      values (wanted.name, public.free_slug('products', wanted.slug), wanted.description, wanted.price, wanted.old_price,
        wanted.is_new, wanted.discount, wanted.stock, wanted.category_id, wanted.reference, wanted.is_featured,
        wanted.features, wanted.specifications, wanted.more_info_url);
    elsif entry -> 'changed' = '["stock"]' then
      -- Restocking is the usual case, and touches no index.
      update public.products set stock = (entry -> 'whole' ->> 'stock')::integer where id = (entry ->> 'id')::uuid;
    else
      -- What the file leaves alone stays as it is now, not as it was when the line was judged.
      select * into wanted from public.products where id = (entry ->> 'id')::uuid for update;
      select (jsonb_populate_record(wanted, jsonb_object_agg(w.key, w.value))).* into wanted
      from jsonb_each(entry -> 'whole') w where entry -> 'changed' ? w.key;
      update public.products set
        name = wanted.name, slug = wanted.slug, description = wanted.description, price = wanted.price,
        old_price = wanted.old_price, is_new = wanted.is_new, discount = wanted.discount, stock = wanted.stock,
        category_id = wanted.category_id, reference = wanted.reference, is_featured = wanted.is_featured,
        features = wanted.features, specifications = wanted.specifications, more_info_url = wanted.more_info_url
      where id = wanted.id;
    end if;
  end loop;
  return private.keep_answer(request, answer);
end
$$;
comment on function public.import_products(jsonb, boolean, uuid) is
  'Judges 1 to 10000 lines of products, and unless dry_run takes them all or, when one is wrong, none. rows: [{reference, slug, name, description, category (name or slug), price, old_price, discount, stock, is_new, is_featured (oui or non), features: [text], specifications: {name: value}, more_info_url, line (its number in the file, else that in rows)}]; a product is found by its reference, else by its slug, else it is new; a missing key leaves the column as it is, and so does an empty cell of a column that cannot be empty. Pictures are not imported. Returns {create, update, unchanged, error (counts), applied, lines: [{line, action, id, reference, name, changed: [column], problems: [{column, message}]}]}. request: an id made in the browser; sent again it returns the first answer and does nothing.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.imported_boolean(jsonb) to authenticated, service_role;
revoke execute on function public.import_products(jsonb, boolean, uuid) from public, anon;
grant execute on function public.import_products(jsonb, boolean, uuid) to authenticated, service_role;
