-- The order of the categories, as the back office changes it, and their paths in words.

create function public.move_category(category uuid, steps integer) returns void
language plpgsql set search_path = '' as $$
declare
  siblings uuid[];
  place integer;
  target integer;
begin
  perform private.require_administrator();
  perform pg_advisory_xact_lock(hashtextextended('category tree', 0));
  select array_agg(s.id order by s.position, s.name, s.id) into siblings
  from public.categories c
  join public.categories s on s.parent_id is not distinct from c.parent_id
  where c.id = move_category.category;
  place := array_position(siblings, move_category.category);
  if place is null then
    raise exception using errcode = 'PT404', message = 'Cette catégorie n''existe plus';
  end if;
  target := greatest(1, least(cardinality(siblings)::bigint, place::bigint + steps))::integer;
  siblings := siblings[:place - 1] || siblings[place + 1:];
  siblings := siblings[:target - 1] || move_category.category || siblings[target:];
  update public.categories c set position = s.position
  from unnest(siblings) with ordinality s (id, position)
  where c.id = s.id and c.position <> s.position;
end
$$;
comment on function public.move_category(uuid, integer) is
  'Moves a category among its siblings: -1 before the one before it, 1 behind the one after it. PT404: it no longer exists.';

create view public.category_paths with (security_invoker = on) as
  with recursive tree as (
    select
      c.id, c.slug::text as slug, c.name::text as path, c.level, array[(c.position, c.name::text, c.id)] as place
    from public.categories c where c.parent_id is null
    union all
    select c.id, c.slug, t.path || ' > ' || c.name, c.level, t.place || (c.position, c.name::text, c.id)
    from tree t join public.categories c on c.parent_id = t.id
  )
  select t.id, t.slug, t.path, t.level, row_number() over (order by t.place)::integer as place from tree t;
comment on view public.category_paths is
  'Each category with its way from its family in words: Plomberie > Tubes > PVC. place: the order of the tree, each category followed by those below it.';

create function public.list_category_ids(category_slug text) returns setof uuid
language sql stable set search_path = '' as $$
  select unnest(private.category_and_descendants(c.id)) from public.categories c where c.slug = category_slug
$$;
comment on function public.list_category_ids(text) is
  'The ids of the category with this slug and of those below it; none for an unknown slug.';

create or replace view public.categories_with_counts with (security_invoker = on) as
  select
    c.id, c.name, c.slug, c.image,
    (
      select coalesce(sum(n.product_count), 0)
      from private.category_product_counts n where n.category_id = any (private.category_and_descendants(c.id))
    )::integer as product_count,
    c.parent_id, c.level, c.position, c.description,
    (select count(*) from public.categories s where s.parent_id = c.id)::integer as subcategory_count
  from public.categories c;
comment on view public.categories_with_counts is
  'The product categories, each with the number of products in it and in those below it, and of the categories one level below it.';

-- A file names a category by its slug, its way or its name. Two below different families may have one name: then the
-- higher one has it, and of equals the first in the tree.
create function private.category_names() returns table (name text, id uuid, rank bigint)
language sql stable set search_path = '' as $$
  select n.name, c.id, row_number() over (order by n.weight, c.level desc, c.place desc)
  from public.category_paths c
  cross join lateral (
    values
      (private.normalize_search_text(split_part(c.path, ' > ', -1)), 1),
      (private.normalize_search_text(c.path), 2),
      (c.slug, 3)
  ) n (name, weight)
$$;
comment on function private.category_names() is
  'What a file may call a category, as normalize_search_text writes it; of equal names the one with the highest rank counts.';

-- The rest of the import stays as it is.
do $migration$
declare
  definition constant text := pg_get_functiondef('public.import_products(jsonb,boolean,uuid)'::regprocedure);
  changed constant text := regexp_replace(
    definition,
    'select jsonb_object_agg\(n\.name, c\.id\)\s+from public\.categories c cross join lateral \(values [^;]+? as n \(name\)',
    'select jsonb_object_agg(n.name, n.id order by n.rank) from private.category_names() n'
  );
begin
  if changed = definition then
    raise exception 'import_products finds its categories in another way';
  end if;
  execute changed;
end
$migration$;

-- Privileges -----------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
grant execute on function private.category_names() to authenticated, service_role;
revoke all on public.category_paths from anon, authenticated;
grant select on public.category_paths to anon, authenticated;
grant all on public.category_paths to service_role;
revoke execute on function public.move_category(uuid, integer) from public, anon;
grant execute on function public.move_category(uuid, integer) to authenticated, service_role;
revoke execute on function public.list_category_ids(text) from public;
grant execute on function public.list_category_ids(text) to anon, authenticated, service_role;
