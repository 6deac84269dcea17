-- An import spent a third of the time of its lines on JSON: a list of all products was built from their values, and taken
-- apart again. See docs/decisions/0085-bounded-facets-and-imports.md.

create or replace function private.check_import_rows(rows jsonb) returns setof private.checked_line
language plpgsql stable set search_path = '' as $$
declare
  cell_names constant text[] := array_replace(private.product_columns(), 'category_id', 'category');
  blank constant jsonb := private.blank_product();
  -- The categories that the lines name, as they write them: a handful of texts for thousands of lines.
  categories constant jsonb := coalesce((
    select jsonb_object_agg(t.text, n.id order by n.rank)
    from (
      select distinct btrim(r.value ->> 'category') as text from jsonb_array_elements(rows) r
      where jsonb_typeof(r.value) = 'object' and btrim(r.value ->> 'category') <> ''
    ) t
    join private.category_names() n on n.name = private.normalize_search_text(t.text)
  ), '{}');
begin
  return query
  with matched as materialized (
    select m.number, m.id, m.matches, m.existing, least(m.first_of_product, m.first_of_reference, m.first_of_slug) as first_line,
      m.first_of_slug, case when jsonb_typeof(m.cells) = 'object' then m.cells else '{}' end as cells
    from private.match_import_rows(rows) m
  ),
  separated as materialized (
    select m.*, case when m.cells ? 'variants' or (m.existing ->> 'has_variants')::boolean
      then private.separate_import_variants(m.id, m.cells, m.existing) end as own
    from matched m
  ),
  given as materialized (
    select s.*, g.given, s.own -> 'variants' as variants, g.unknown_category, g.has_slug
    from separated s
    cross join lateral (
      -- Other keys are ignored, and so is an empty cell in a column that cannot be empty; it empties any other.
      select coalesce(jsonb_object_agg(c.key, c.value) filter (where c.key <> 'category'), '{}') as given,
        min(c.unknown_category) as unknown_category, bool_or(c.key = 'slug') as has_slug
      from (
        select
          case when e.key = 'category' and (e.text = '' or f.category is not null) then 'category_id' else e.key end as key,
          case
            when e.key = 'category' then coalesce(f.category, 'null')
            when e.kind = 'boolean' then private.parse_import_boolean(e.value)
            -- An empty list is not a request for the default: the validation reports it.
            when e.text = '' and e.kind in ('null', 'string', 'number') and jsonb_typeof(e.value) in ('string', 'null')
              then blank -> e.key
            when jsonb_typeof(e.value) = 'string' then to_jsonb(e.text)
            else e.value
          end as value,
          case when e.key = 'category' and e.text <> '' and f.category is null then e.value #>> '{}' end as unknown_category
        from (
          select r.key, r.value, btrim(coalesce(r.value #>> '{}', '')) as text, jsonb_typeof(blank -> r.key) as kind
          from jsonb_each(coalesce(s.own -> 'cells', s.cells)) r
          where r.key = any (cell_names)
          offset 0
        ) e
        cross join lateral (
          select case when e.key = 'category' and e.text <> ''
            then categories -> e.text end as category
          offset 0
        ) f
        where e.text <> '' or blank -> e.key in ('null', '""') or e.key = 'category'
      ) c
    ) g
  ),
  ended as materialized (
    -- As in private.set_discount: an offer ends when the price reaches an old price that is unchanged.
    select g.*, g.given || case
      when g.given ->> 'price' ~ '^[0-9]{1,9}$'
        and (g.given ->> 'price')::integer >= (g.existing ->> 'old_price')::integer
        and (not g.given ? 'old_price' or g.given ->> 'old_price' = g.existing ->> 'old_price')
      then '{"old_price": null, "discount": null}'::jsonb
      else '{}'
    end as meant
    from given g
  ),
  compared as materialized (
    select e.*,
      case when e.existing is not null then (
        select coalesce(jsonb_object_agg(m.key, m.value), '{}')
        from jsonb_each(e.meant) m
        where coalesce(e.existing -> m.key, 'null') <> m.value
          -- Input is trimmed: surrounding spaces in a stored value are not a change.
          and coalesce(btrim(e.existing ->> m.key), '') <> coalesce(m.value #>> '{}', '')
      ) end as changes,
      case
        when e.existing is not null then e.existing || e.meant
        when e.meant ? 'slug' then blank || e.meant
        else blank || e.meant || jsonb_build_object('slug', coalesce(private.slugify(e.meant ->> 'name'), 'produit'))
      end as merged
    from ended e
  ),
  found as materialized (
    select c.*, case
      -- The structure of the line is wrong, so nothing is known of its values.
      when c.cells ? 'problem' then jsonb_build_array(private.build_problem('rows', c.cells ->> 'problem'))
      else coalesce(c.own -> 'problems', '[]')
        || case when c.matches > 1
          then jsonb_build_array(private.build_problem('reference', 'Plusieurs produits portent cette référence')) else '[]' end
        || case when c.unknown_category is not null
          then jsonb_build_array(private.build_problem('category', format('La catégorie « %s » n''existe pas', c.unknown_category)))
          else '[]' end
        -- What stays as it is, is valid.
        || case when c.changes = '{}' then '[]' else private.validate_product(c.merged, c.existing) end
        || case
          when c.has_slug is not true then '[]'
          when c.merged ->> 'slug' <> private.slugify(c.merged ->> 'slug') then
            jsonb_build_array(private.build_problem('slug', 'Le slug se compose de minuscules, de chiffres et de tirets'))
          when c.changes ? 'slug' and exists (select from public.products p where p.slug = c.merged ->> 'slug') then
            jsonb_build_array(private.build_problem('slug', 'Ce slug est déjà celui d''un autre produit'))
          else '[]'
        end
        || case when c.first_line < c.number then jsonb_build_array(private.build_problem(
            case when c.first_line = c.first_of_slug then 'slug' else 'reference' end,
            format('Même produit que la ligne %s', c.first_line)))
          else '[]' end
    end as problems
    from compared c
  )
  select f.number, coalesce(f.id, gen_random_uuid()), f.id is null,
    case
      when f.problems <> '[]' then 'error'
      when f.existing is null then 'create'
      when f.changes <> '{}' or v.changed then 'update'
      else 'unchanged'
    end,
    f.merged ->> 'reference', f.merged ->> 'name',
    nullif(btrim(f.cells ->> 'reference'), ''), nullif(btrim(f.cells ->> 'slug'), ''),
    case
      when f.changes <> '{}' then array(select k from jsonb_object_keys(f.changes) k order by k)
      when v.changed and f.existing is not null then '{variants}'
      else '{}'
    end,
    f.problems, case when f.existing is null then f.merged else f.changes end, nullif(f.variants, 'null')
  from found f
  cross join lateral (
    select f.variants is not null and exists (
      select from jsonb_array_elements(f.variants -> 'lines') l where l ->> 'action' in ('create', 'update')
    ) as changed
    offset 0
  ) v
  order by f.number;
end
$$;

create function private.write_import_lines(creates boolean, columns text[], lines private.checked_line[]) returns void
language plpgsql set search_path = '' as $$
declare
  names constant text := (select string_agg(quote_ident(c), ', ' order by n) from unnest(columns) with ordinality u (c, n));
  given constant text := (select string_agg('(s.w).' || quote_ident(c), ', ' order by n) from unnest(columns) with ordinality u (c, n));
  source constant text := '(
    select l.id, jsonb_populate_record(null::public.products, l."values") as w from unnest($1) l offset 0
  ) s';
begin
  if creates then
    execute format('insert into public.products (id, %s) select s.id, %s from %s', names, given, source) using lines;
  else
    execute format('update public.products p set (%s) = row(%s) from %s where p.id = s.id', names, given, source) using lines;
  end if;
end
$$;
revoke all on function private.write_import_lines(boolean, text[], private.checked_line[]) from public;
grant execute on function private.write_import_lines(boolean, text[], private.checked_line[]) to authenticated, service_role;
comment on function private.write_import_lines(boolean, text[], private.checked_line[]) is 'What write_products does, for the lines of an import: their values are read one by one, and no list of them is built.';

create or replace function private.apply_import(lines private.checked_line[]) returns void
language plpgsql set search_path = '' as $$
declare
  max_counted constant integer := 20;
  ids constant uuid[] := array(select l.id from unnest(lines) l where l.action = 'update');
  batch record;
  with_free_slug private.checked_line[];
  with_taken_slug private.checked_line[];
  line private.checked_line;
begin
  -- Locked in id order, as orders lock products, and as strongly as a change of a slug needs.
  if exists (select from unnest(lines) l where l.action = 'update' and l."values" ? 'slug') then
    perform from public.products where id = any (ids) order by id for update;
  else
    perform from public.products where id = any (ids) order by id for no key update;
  end if;
  -- Columns that the file does not change keep their present values, not those at the time of validation.
  for batch in
    select l.changed, array_agg(l order by l.id) as lines
    from unnest(lines) l
    where l.action = 'update' and l."values" <> '{}'
    group by l.changed
  loop
    perform private.write_import_lines(false, batch.changed, batch.lines);
  end loop;

  -- New products in one statement; a few whose slug is taken, by the shop or by an earlier line, one by one. In the
  -- order of their ids, in which most of their indexes grow at one place.
  select array_agg(n.line order by n.id) filter (where n.is_free), array_agg(n.line order by n.number) filter (where not n.is_free)
  into with_free_slug, with_taken_slug
  from (
    select l as line, l.id, l.number,
      row_number() over (partition by l."values" ->> 'slug' order by l.number) = 1
        and not exists (select from public.products p where p.slug = l."values" ->> 'slug') as is_free
    from unnest(lines) l
    where l.action = 'create'
  ) n;
  -- Of many the numbers are random: counting would hold the lock, for which every save of a product waits.
  if cardinality(with_taken_slug) > max_counted then
    foreach line in array with_taken_slug loop
      line."values" := line."values" || jsonb_build_object(
        'slug', left(line."values" ->> 'slug', 190) || '-' || (1000 + floor(random() * 9999000)::integer));
      with_free_slug := with_free_slug || line;
    end loop;
    with_taken_slug := null;
  end if;
  if with_taken_slug is not null then
    perform pg_advisory_xact_lock(hashtextextended('slugs of products', 0));
  end if;
  if with_free_slug is not null then
    perform private.write_import_lines(true, private.product_columns(), with_free_slug);
  end if;
  foreach line in array coalesce(with_taken_slug, '{}') loop
    line."values" := line."values" || jsonb_build_object('slug', public.free_slug('products', line."values" ->> 'slug'));
    perform private.write_import_lines(true, private.product_columns(), array[line]);
  end loop;
  foreach line in array lines loop
    if line.variants is not null and line.action in ('create', 'update') then
      perform public.save_variants(line.id, null, line.variants -> 'options', line.variants -> 'variants');
    end if;
  end loop;
end
$$;

create or replace function private.find_link_problem(product jsonb, existing jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  missing text;
begin
  -- As nearly every line of a file.
  if product -> 'videos' = '[]' and product -> 'data_sheets' = '[]' then
    return null;
  end if;
  if private.is_video_list(product -> 'videos') is not true then
    return private.build_problem('videos', 'Une vidéo a un titre et une adresse qui commence par https://, 10 au plus');
  end if;
  if private.is_data_sheet_list(product -> 'data_sheets') is not true then
    return private.build_problem('data_sheets', 'Une fiche technique a un titre et un fichier, 10 au plus');
  end if;
  if product -> 'data_sheets' is distinct from existing -> 'data_sheets' then
    -- A file uploaded for a form that stayed open for long has been deleted as unused.
    select s ->> 'title' into missing
    from jsonb_array_elements(product -> 'data_sheets') s, private.extract_data_sheet_names(s ->> 'url') uploaded (name)
    where not exists (select from storage.objects o where o.bucket_id = 'product-data-sheets' and o.name = uploaded.name)
    limit 1;
    if missing is not null then
      return private.build_problem('data_sheets',
        format('Le PDF « %s » n''est plus sur le serveur : retirez-le et envoyez-le de nouveau', missing));
    end if;
  end if;
  return null;
end
$$;
