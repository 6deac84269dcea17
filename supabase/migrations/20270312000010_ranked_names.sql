-- The first words of a name are put together only where the name has the thing that is asked for, and whether a part of
-- the query is a number is found out once, and not for each product that is ranked.

create or replace function private.rank_products(ids uuid[], query text, exact tsquery[], likely tsquery[], loose tsquery[])
 RETURNS TABLE(id uuid, is_named boolean, similarity numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  normalized constant text := private.normalize_search_text(left(query, 100));
  term constant text := private.to_name_term(query);
  pattern constant text := '%' || regexp_replace(
    btrim(regexp_replace(left(query, 100), '\s+', ' ', 'g')), '[\\%_]', '\\\&', 'g') || '%';
  -- The thing that is asked for: «lavabo» of «lavabo 60». Null if the query is a reference.
  lead constant integer := (
    select w.position from unnest(private.split_query(query)) with ordinality w (word, position)
    where w.word ~ '^\D{2,}$' order by private.is_attributive(w.word), w.position limit 1);
  -- «Marteau-piqueur» begins with one of its words.
  meant constant tsquery := replace(likely[lead]::text, '&', '|')::tsquery;
  begun constant tsquery := private.or_query(exact[lead], meant);
begin
  return query
  with asked as materialized (
    select q.*, coalesce(q.loose::text ~ '^''\d', false) as is_number from unnest(exact, likely, loose) q (exact, likely, loose)
  )
  select r.id, r.named > 0, r.similarity
  from (
    select p.id, p.created_at, coalesce(m.similarity, 0)::numeric as similarity,
      case when n.place = 0 then 0 when p.name ilike pattern then 2 else 1 end as named,
      round((
        coalesce(m.similarity, 0)
        + case when n.place = 2 then 0.1 else 0 end
        + case when n.place > 0 and substr(p.search_text, n.place - 1, 1) !~ '[a-z0-9]'
            and substr(p.search_text, n.place + char_length(normalized), 2) !~ '^([a-rt-wyz0-9]|[sx][a-z0-9])'
          then 0.1 else 0 end
        + case when f.first_words @@ exact[lead] then 0.25 / cardinality(exact)
            when f.first_words @@ meant then 0.1 / cardinality(exact) else 0 end
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
    cross join lateral (
      -- The words that names begin with, where the thing that is asked for is among all of theirs.
      select case when n.a @@ begun then (
        select string_agg(quote_literal(w.lexeme) || ':1A', ' ')::tsvector from unnest(n.a) w where 1 = any (w.positions)
      ) end as first_words
      offset 0
    ) f
    left join lateral (
      select avg(greatest(
        case when n.a @@ q.exact then 1.0 when n.b @@ q.exact then 0.85
          -- «HA 12» of a bar with the diameter 12 mm is the size that is asked for.
          when q.is_number and n.c @@ q.exact and n.b @@ q.loose then 0.8
          when n.c @@ q.exact then 0.45
          when d.words @@ q.exact then 0.25 else 0 end,
        case when q.likely is null then 0 when n.a @@ q.likely then 0.75 when n.b @@ q.likely then 0.6
          when n.c @@ q.likely then 0.35 when d.words @@ q.likely then 0.2 else 0 end,
        -- The number of a size may have another unit, or be a part of a reference: with stock and sales it is worth less
        -- than the size among the properties.
        case when q.loose is null then 0 when q.is_number then case when n.b @@ q.loose then 0.2 else 0 end
          when n.a @@ q.loose then 0.45 when n.b @@ q.loose then 0.4
          when n.c @@ q.loose then 0.25 when d.words @@ q.loose then 0.15 else 0 end
      )) as similarity
      from asked q
    ) m on true
  ) r
  order by r.named desc, r.score desc, r.created_at desc, r.id;
end
$function$;
