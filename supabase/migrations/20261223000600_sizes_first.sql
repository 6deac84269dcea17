-- «12mm» ranked a bulb of 12 W above a bar whose diameter is 12 mm: the number alone, which also stands in references,
-- was worth as much as the size among the properties.

-- Ø 12 is 12 mm, and no longer any 12.
create or replace function private.to_size_queries(word text, out exact tsquery, out likely tsquery, out loose tsquery)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  size constant text[] := regexp_match(word, '^(?:0o)?(\d{1,7}(?:d\d{1,4})?)([a-z]{0,3}2?)$');
  unit constant text := case when word ~ '^0o' and size[2] = '' then 'mm' else size[2] end;
  number numeric;
  other text;
  factor numeric;
begin
  if word ~ '^\d\S*x\d' then
    -- 60x60cm, and 3x2,5 of a cable, which its name writes 3G2,5.
    exact := substring(word from '^(\d\S*x\d+(?:d\d+)?)')::tsquery;
    likely := replace(exact::text, 'x', 'g')::tsquery;
    return;
  elsif size is null then
    exact := regexp_replace(word, '^0o|(?<=\dx.*\d)[a-z]+2?$', '', 'g')::tsquery;
    if word ~ '^[a-z]+\d+$' then
      likely := (substring(word from '^[a-z]+') || ' & ' || substring(word from '\d+$'))::tsquery;
    elsif word ~ '^\d+s\d+po$' then
      likely := left(word, -2)::tsquery;
    end if;
    return;
  end if;
  if unit = '' then
    exact := (size[1] || ':ABC')::tsquery;
    likely := format('%1$smm:AB | %1$smm2:AB', size[1])::tsquery;
    loose := format('n%s:ABC', size[1])::tsquery;
    return;
  end if;
  exact := (size[1] || unit)::tsquery;
  loose := (size[1] || ':AB')::tsquery;
  number := replace(size[1], 'd', '.')::numeric;
  for other, factor in
    select u.other, u.factor from (values
      ('mm', 'cm', 0.1), ('mm', 'm', 0.001), ('cm', 'mm', 10), ('cm', 'm', 0.01), ('m', 'cm', 100), ('m', 'mm', 1000),
      ('g', 'kg', 0.001), ('kg', 'g', 1000), ('kg', 't', 0.001), ('t', 'kg', 1000), ('ml', 'l', 0.001), ('l', 'ml', 1000),
      ('cl', 'ml', 10), ('cl', 'l', 0.01), ('kw', 'w', 1000), ('w', 'kw', 0.001), ('va', 'kva', 0.001), ('kva', 'va', 1000),
      ('mah', 'ah', 0.001), ('ma', 'a', 0.001), ('mm', 'mm2', 1)
    ) u (name, other, factor) where u.name = unit
  loop
    likely := private.or_query(likely, (replace(trim_scale(number * factor)::text, '.', 'd') || other)::tsquery);
  end loop;
end
$$;
comment on function private.to_size_queries(text) is 'What finds a word with digits: as it is written; in another unit (1 m, 100 cm) or with it (12, 12 mm); and the number alone. A diameter without a unit is in millimetres.';

create or replace function private.rank_products(ids uuid[], query text, exact tsquery[], likely tsquery[], loose tsquery[])
returns table (id uuid, is_named boolean)
language plpgsql stable set search_path = '' as $$
declare
  normalized constant text := private.normalize_search_text(left(query, 100));
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
      select strpos(split_part(p.search_text, e'\n', 1), normalized) as place,
        ts_filter(d.words, '{a}') as a, ts_filter(d.words, '{a,b}') as b, ts_filter(d.words, '{a,b,c}') as c
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
$$;
