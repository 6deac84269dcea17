-- What a shopper may mean while typing: accents, capitals and small mistakes are forgiven, the shop's references are
-- found, words stand in any order. The catalogue's own search stays what it is documented to be: part of the name.

create extension if not exists unaccent with schema extensions;

create function private.folded(value text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, value))
$$;
comment on function private.folded(text) is 'Without accents and capitals.';

create function private.searched_text(name text, reference text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select private.folded(name || ' ' || coalesce(reference, ''))
$$;
comment on function private.searched_text(text, text) is 'What a product is found by.';

create index products_searched_text_idx on public.products
  using gin (private.searched_text(name, reference) extensions.gin_trgm_ops);

create function public.suggest_products(query text) returns setof public.products
language plpgsql stable rows 20
set search_path = '' set pg_trgm.word_similarity_threshold = 0.5 as $$
declare
  folded constant text := btrim(private.folded(left(query, 100)));
  words constant text[] := array(
    select word from regexp_split_to_table(folded, '[^a-z0-9]+') word where word <> '' limit 8
  );
  -- The longest word narrows the search through the index, the others sift what is left.
  longest constant text := (select word from unnest(words) word order by length(word) desc limit 1);
begin
  if longest is null or length(longest) < 2 then
    return;
  end if;
  return query
    select p.*
    from public.products p
    cross join lateral (select private.searched_text(p.name, p.reference) as text) searched
    cross join lateral (
      select
        -- A short word has few letters to be wrong in.
        bool_and(
          extensions.word_similarity(word, searched.text) >= case when length(word) <= 4 then 0.65 else 0.5 end
        ) as is_like,
        avg(extensions.strict_word_similarity(word, searched.text)) as alike
      from unnest(words) word
    ) compared
    where longest operator(extensions.<%) private.searched_text(p.name, p.reference)
      and compared.is_like
    order by
      coalesce(private.folded(p.reference) = folded, false) desc,
      searched.text ^@ folded desc,
      strpos(searched.text, folded) > 0 desc,
      round(compared.alike::numeric, 1) desc,
      p.stock > 0 desc,
      p.review_count desc,
      p.name,
      p.id
    limit 20;
end
$$;
comment on function public.suggest_products(text) is
  'At most 20 products whose name or reference is like the query, best first; none for less than two letters.';

revoke execute on all functions in schema private from public;
-- Who writes a product computes its entry in the index.
grant execute on function private.folded(text), private.searched_text(text, text) to anon, authenticated, service_role;
revoke execute on function public.suggest_products(text) from public;
grant execute on function public.suggest_products(text) to anon, authenticated, service_role;
