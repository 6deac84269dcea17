-- «Ø 12» is compared as «o 12», which «Faso 12,8 V» contains: a letter that stands alone begins a word of the name.

create function private.to_name_term(query text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select case when normalized ~ '^[a-z] ' then ' ' else '' end || normalized
  from private.normalize_search_text(left(query, 100)) normalized
$$;
comment on function private.to_name_term(text) is 'What the first line of a search text contains when the name contains the query: a space first where the query begins with a letter that stands alone, such as the sign of a diameter.';
revoke execute on function private.to_name_term(text) from public;
grant execute on function private.to_name_term(text) to anon, authenticated, service_role;

create or replace function private.match_name(query text) returns text
language sql stable set search_path = '' as $$
  -- The query may also occur in the reference: its first occurrence must be on the line of the name.
  select format(
    'p.search_text like %L and strpos(p.search_text, %L) < strpos(p.search_text || e''\n'', e''\n'')',
    '%' || regexp_replace(term, '[\\%_]', '\\\&', 'g') || '%', term)
  from private.to_name_term(query) term
$$;

create or replace function private.rank_products(ids uuid[], query text, exact tsquery[], likely tsquery[], loose tsquery[])
 RETURNS TABLE(id uuid, is_named boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  normalized constant text := private.normalize_search_text(left(query, 100));
  term constant text := private.to_name_term(query);
  pattern constant text := '%' || regexp_replace(
    btrim(regexp_replace(left(query, 100), '\s+', ' ', 'g')), '[\\%_]', '\\\&', 'g') || '%';
begin
  return query
  select r.id, r.named > 0
  from (
    select p.id, p.created_at,
      case when n.place = 0 then 0 when p.name ilike pattern then 2 else 1 end as named,
      round((
        coalesce(m.similarity, 0)
        + case when n.place = 2 then 0.1 else 0 end
        + case when n.place > 0 and substr(p.search_text, n.place - 1, 1) !~ '[a-z0-9]'
            and substr(p.search_text, n.place + char_length(normalized), 2) !~ '^([a-rt-wyz0-9]|[sx][a-z0-9])'
          then 0.1 else 0 end
        + case when p.in_stock then 0.1 else 0 end
        + least(coalesce(d.sales, 0), 10) * 0.01
      )::numeric, 3) as score
    from unnest(ids) c (id)
    join public.products p on p.id = c.id
    left join private.product_documents d on d.product_id = p.id
    cross join lateral (
      select case when s.place > 0 then s.place + char_length(term) - char_length(normalized) else 0 end as place,
        ts_filter(d.words, '{a}') as a, ts_filter(d.words, '{a,b}') as b, ts_filter(d.words, '{a,b,c}') as c
      from strpos(split_part(p.search_text, e'\n', 1), term) s (place)
      offset 0
    ) n
    left join lateral (
      select avg(greatest(
        case when n.a @@ q.exact then 1.0 when n.b @@ q.exact then 0.85
          -- «HA 12» of a bar with the diameter 12 mm is the size that is asked for.
          when s.is_number and n.c @@ q.exact and n.b @@ q.loose then 0.7
          when n.c @@ q.exact then 0.45
          when d.words @@ q.exact then 0.25 else 0 end,
        case when q.likely is null then 0 when n.a @@ q.likely then 0.75 when n.b @@ q.likely then 0.6
          when n.c @@ q.likely then 0.35 when d.words @@ q.likely then 0.2 else 0 end,
        -- The number of a size may have another unit, or be a part of a reference: with stock and sales it is worth less
        -- than the size among the properties.
        case when q.loose is null then 0 when s.is_number then case when n.b @@ q.loose then 0.2 else 0 end
          when n.a @@ q.loose then 0.45 when n.b @@ q.loose then 0.4
          when n.c @@ q.loose then 0.25 when d.words @@ q.loose then 0.15 else 0 end
      )) as similarity
      from unnest(exact, likely, loose) q (exact, likely, loose)
      cross join lateral (select coalesce(q.loose::text ~ '^''\d', false) as is_number offset 0) s
    ) m on true
  ) r
  order by r.named desc, r.score desc, r.created_at desc, r.id;
end
$function$;
