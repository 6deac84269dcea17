-- Each chunk of an import made the way to every category of the shop (9 ms for 2,000), for those that its lines name.

create or replace function private.category_names(wanted text[])
 RETURNS TABLE(name text, id uuid, rank bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select n.name, c.id, row_number() over (order by n.weight, c.level desc, c.place desc)
  from (
    -- As in category_paths, which has the way to each category of the shop.
    select w.id, w.slug, w.level, string_agg(a.name, ' > ' order by a.level) as path,
      array_agg(row(a.position, a.name::text, a.id) order by a.level) as place
    from public.categories w
    cross join lateral unnest(private.category_and_ancestors(w.id)) way (id)
    join public.categories a on a.id = way.id
    -- The name is the last part of the way.
    where w.id in (
      select o.id from public.categories o
      where private.normalize_search_text(split_part(o.name, ' > ', -1)) in (select split_part(t, ' > ', -1) from unnest(wanted) t)
      union
      select o.id from public.categories o where o.slug = any (wanted)
    )
    group by w.id
  ) c
  cross join lateral (
    values
      (private.normalize_search_text(split_part(c.path, ' > ', -1)), 1),
      (private.normalize_search_text(c.path), 2),
      (c.slug::text, 3)
  ) n (name, weight)
$function$;

