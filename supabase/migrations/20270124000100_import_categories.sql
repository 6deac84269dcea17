-- Each chunk of an import normalized the names and ways of all categories, for the few that its lines name.
create index categories_search_name_idx on public.categories (private.normalize_search_text(split_part(name, ' > ', -1)));

drop function private.category_names();
create function private.category_names(wanted text[]) returns table (name text, id uuid, rank bigint)
language sql stable set search_path = '' as $$
  select n.name, c.id, row_number() over (order by n.weight, c.level desc, c.place desc)
  from public.category_paths c
  cross join lateral (
    values
      (private.normalize_search_text(split_part(c.path, ' > ', -1)), 1),
      (private.normalize_search_text(c.path), 2),
      (c.slug, 3)
  ) n (name, weight)
  -- The name is the last part of the way.
  where c.id in (
    select o.id from public.categories o
    where private.normalize_search_text(split_part(o.name, ' > ', -1)) in (select split_part(w, ' > ', -1) from unnest(wanted) w)
    union
    select o.id from public.categories o where o.slug = any (wanted)
  )
$$;
comment on function private.category_names(text[]) is 'What a file may call the categories of which it means one by these names, all as normalize_search_text writes them; of equal names the one with the highest rank counts.';
revoke all on function private.category_names(text[]) from public;
grant execute on function private.category_names(text[]) to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.check_import_rows(rows jsonb)
 RETURNS SETOF private.checked_line
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  cell_names constant text[] := array_replace(private.product_columns(), 'category_id', 'category');
  blank constant jsonb := private.blank_product();
  -- The categories that the lines name, as they write them: a handful of texts for thousands of lines.
  categories constant jsonb := coalesce((
    select jsonb_object_agg(t.text, n.id order by n.rank)
    from (
      select array_agg(d.text) as texts, array_agg(private.normalize_search_text(d.text)) as names
      from (
        select distinct btrim(r.value ->> 'category') as text from jsonb_array_elements(rows) r
        where jsonb_typeof(r.value) = 'object' and btrim(r.value ->> 'category') <> ''
      ) d
    ) wanted
    cross join unnest(wanted.texts, wanted.names) t (text, name)
    join private.category_names(wanted.names) n on n.name = t.name
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
$function$;
comment on function private.check_import_rows(jsonb) is 'Validates lines of products, and says what each would do; nothing is written. rows: as import_products_with_variants takes them; problem is what is wrong with the structure of a line.';
