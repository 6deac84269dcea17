-- Searching by documents: what a product says, in words that searches compare, with a French stemmer; the trade's words
-- and mistakes are applied to the query. See docs/decisions/0065-search-documents.md.

create extension if not exists fuzzystrmatch with schema extensions;

-- Words --------------------------------------------------------------------------------------------------------------

-- Without stop words: which words say nothing is decided for the query, since «sans» and «avec» say much in a name.
create text search dictionary private.french_stem (template = pg_catalog.snowball, language = french);
create text search configuration private.product_words (copy = pg_catalog.simple);
alter text search configuration private.product_words
  alter mapping for asciiword, word with private.french_stem;

create function private.to_search_words(value text) returns text
language plpgsql immutable parallel safe strict set search_path = '' as $$
declare
  words text;
begin
  -- «3 à 4» is no current of 3 A. Postgres caches 32 regular expressions: the rare ones are guarded, and units are
  -- replaced as texts.
  words := private.normalize_search_text(replace(replace(translate(value, 'ø⌀∅', 'ØØØ'), 'Ø', ' 0o'), ' à ', ' '));
  if words !~ '\d' then
    return btrim(regexp_replace(words, '[^a-z0-9]+', ' ', 'g'));
  end if;
  words := regexp_replace(words, '(\d)([a-z]{3})', '\1 \2', 'g');
  words := ' ' || regexp_replace(words, '(?<![0-9.,x/])(\d{1,3}) (\d{3})(?![0-9.,])', '\1\2', 'g') || ' ';
  words := regexp_replace(replace(words, '"', ' po '), '(\d)[.,](\d)', '\1d\2', 'g');
  if words like '%d%0%' then
    words := regexp_replace(words, '(\dd\d*?[1-9]|\d(?=d0+(?!\d)))d?0+(?!\d)', '\1', 'g');
  end if;
  if strpos(words, '/') > 0 then
    words := regexp_replace(words, '(\d) ?/ ?(\d)', '\1s\2', 'g');
  end if;
  if strpos(words, 'diam') > 0 then
    words := regexp_replace(words, '\y(diametre|diam\.?) ?(?=\d)', ' 0o', 'g');
  end if;
  if words ~ '\d [a-z]{3}|\d (lt|gr|hp) |(carre|cube)' then
    words := replace(replace(words, ' pouces', ' po'), ' pouce', ' po');
    words := replace(replace(replace(words, ' kilos ', ' kg '), ' kilo ', ' kg '), ' kgs ', ' kg ');
    words := replace(replace(words, ' kilogrammes ', ' kg '), ' kilogramme ', ' kg ');
    words := replace(replace(replace(words, ' grammes ', ' g '), ' gramme ', ' g '), ' gr ', ' g ');
    words := replace(replace(replace(words, ' litres', ' l'), ' litre', ' l'), ' lt ', ' l ');
    words := replace(replace(replace(words, ' watts', ' w'), ' volts', ' v'), ' volt ', ' v ');
    words := replace(replace(replace(words, ' watt ', ' w '), ' amperes', ' a'), ' ampere', ' a');
    words := replace(replace(replace(words, ' chevaux', ' cv'), ' hp ', ' cv '), ' amp ', ' a ');
    words := replace(replace(words, ' tonnes ', ' t '), ' tonne ', ' t ');
    words := replace(replace(words, ' millimetre', ' mmetre'), ' centimetre', ' cmetre');
    if strpos(words, 'metre') > 0 then
      words := regexp_replace(words, '(\d) (m|c|k)?metres?\y', '\1 \2m', 'g');
    end if;
    words := replace(replace(words, 'm carres', 'm2'), 'm carre', 'm2');
    words := replace(replace(words, 'm cubes', 'm3'), 'm cube', 'm3');
  end if;
  words := regexp_replace(
    words, '(\d) +(mm2|mm|cm|m2|m3|m|km|kg|g|ml|cl|l|kw|w|kva|va|v|kwh|wh|mah|ah|ma|a|po|cv|bars?|t|nm|lm|db|j|k)\y', '\1\2', 'g'
  );
  words := replace(words, '0o ', '0o');
  if words ~ '\d[a-z]{0,2} ?[x*] ?\d' then
    words := regexp_replace(words, '(\d[a-z]{0,2}) ?[x*] ?(?=\d)', '\1x', 'g');
  end if;
  return btrim(regexp_replace(words, '[^a-z0-9]+', ' ', 'g'));
end
$$;
comment on function private.to_search_words(text) is
  'The words of a text as documents and queries compare them, unstemmed: in lower case without accents; numbers, sizes and dimensions in one word each, however they are written: 1000, 2d5mm2 (2,5 mm²), 1s2po (1/2"), 15x20x40cm, 0o12 (Ø 12).';

create function private.to_document_words(value text) returns text
language plpgsql immutable parallel safe strict set search_path = '' as $$
declare
  words text := private.to_search_words(value);
begin
  if words !~ '\d' then
    return words;
  end if;
  -- Each dimension by itself, then the sizes without their unit, which say less than a number that was written alone.
  if words ~ '\dx\d|\d[a-z][a-z]?x\d' then
    words := regexp_replace(words, '\y(\d+(?:d\d+)?)[a-z]{0,2}x(\d+(?:d\d+)?)(mm2|[a-z]{1,2})?\y', '\1x\2 \1\3 \2\3', 'g');
    words := regexp_replace(
      words, '\y(\d+(?:d\d+)?)[a-z]{0,2}x(\d+(?:d\d+)?)[a-z]{0,2}x(\d+(?:d\d+)?)([a-z]{1,2})?\y',
      '\1x\2x\3 \1x\2 \1\4 \2\4 \3\4', 'g'
    );
  end if;
  if words ~ '[a-z]\dx|[a-z]\d\dx' then
    words := regexp_replace(words, '\y([a-z]{1,2}\d{1,2})x(\d+)(mm)?\y', '\1x\2 \1 \2mm', 'g');
  end if;
  if strpos(words, '0o') > 0 then
    words := replace(regexp_replace(words, '\y0o(\d+(?:d\d+)?)(?:mm)?\y', '\1 \1mm', 'g'), ' 0o', ' ');
  end if;
  if words ~ '\ds\d' then
    words := regexp_replace(words, '\y(\d+s\d+)(po)?\y', '\1\2 \1', 'g');
    words := regexp_replace(words, '\y(\d+)s(100?)\y', '\1s\2 n\1', 'g');
  end if;
  return regexp_replace(words, '\y(\d+(?:d\d+)?)((?!s\d|x\d|n\d)[a-z]{1,3}[23]?)\y', '\1\2 n\1', 'g');
end
$$;
comment on function private.to_document_words(text) is
  'The words of a text of a product: those of to_search_words, the parts of dimensions, diameters also in millimetres, and after each size its number as n12.';

create function private.join_neighbours(words text) returns text
language sql immutable parallel safe strict set search_path = '' as $$
  select coalesce(string_agg(n.word || n.next_word, ' '), '')
  from (
    select word, lead(word) over (order by position) as next_word
    from string_to_table(words, ' ') with ordinality w (word, position)
    where word !~ '\d' and word <> all ('{a,de,d,du,des,la,le,l,en,et,pour,avec}')
  ) n
  where char_length(n.word) between 2 and 12 and char_length(n.next_word) between 2 and 12
$$;
comment on function private.join_neighbours(text) is
  'Each two neighbours of words as one word, so that «tolebac» is found where «tôle bac» is written.';

create function private.to_word_query(word text, weights text default '') returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  select ((case when word ~ '\d' then word else coalesce((ts_lexize('private.french_stem', word))[1], word) end) || ':' || weights)::tsquery
$$;
comment on function private.to_word_query(text, text) is
  'The query for one word of to_search_words by its stem, in the parts of the document that have these weights, or in all.';

-- Documents ----------------------------------------------------------------------------------------------------------

create table private.product_documents (
  product_id uuid primary key references public.products (id) on delete cascade,
  words tsvector not null,
  is_head boolean not null default true,
  sales smallint not null default 0
);
comment on table private.product_documents is
  'What the search knows of each product, apart from products so that an order copies and computes none of it.';
comment on column private.product_documents.words is
  'A: the words by which the name begins. B: the rest of the name, references and bar codes. C: category, choices of variants, features and specifications. D: the description.';
comment on column private.product_documents.is_head is
  'Whether the product is among the 20,000 that sell best or are newest: frequent words are looked for in these.';
comment on column private.product_documents.sales is
  'How well it sold in the last 90 days: the logarithm of its pieces, from 0; computed once a day.';
alter table private.product_documents enable row level security;
create policy "Everyone searches the documents" on private.product_documents for select to anon, authenticated using (true);
grant select on private.product_documents to anon, authenticated, service_role;
create index product_documents_words_idx on private.product_documents using gin (words)
  with (gin_pending_list_limit = 256);
create index product_documents_head_idx on private.product_documents using gin (words)
  with (gin_pending_list_limit = 256) where is_head;
create index product_documents_sales_idx on private.product_documents (product_id) where sales > 0;

create table private.search_terms (
  term text primary key,
  stem text not null
);
comment on table private.search_terms is
  'The words of names, brands, categories and synonyms: what a mistake is compared with. A word stays when its product goes.';
alter table private.search_terms enable row level security;
create policy "Everyone reads the terms" on private.search_terms for select to anon, authenticated using (true);
grant select on private.search_terms to anon, authenticated, service_role;
create index search_terms_trigrams_idx on private.search_terms using gin (term extensions.gin_trgm_ops);
create index search_terms_beginning_idx on private.search_terms (term text_pattern_ops);
create index search_terms_stem_idx on private.search_terms (stem);

create function private.add_search_terms(words text[]) returns void
language sql security definer set search_path = '' as $$
  insert into private.search_terms (term, stem)
  select w.word, coalesce((ts_lexize('private.french_stem', w.word))[1], w.word)
  from (select distinct unnest(words) as word) w
  where w.word ~ '^[a-z]{3,30}$' and not exists (select from private.search_terms t where t.term = w.word)
  -- In one order, so that two imports do not wait for each other in turn.
  order by w.word
  on conflict do nothing
$$;
comment on function private.add_search_terms(text[]) is 'Adds the words that mistakes are compared with.';

create function private.compute_document_words(product public.products) returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  max_variants constant integer := 1000;
  name constant text := private.to_document_words(product.name);
  -- «Lot de 10 ampoules» are bulbs, «Robinet de puisage» a tap and «Tube PVC» both its words.
  head constant text := substring(
    name from
    '^((?:(?:petit|grand|mini|lot|jeu|pack|paire|kit|coffret|boite|caisse|assortiment|sachet|set|rouleau)s? (?:de |d )?(?:\d+ )?)?[a-z]+(?: (?!(?:a|de|d|en|pour|avec|sans|et|du|des|sur|au)\y)[a-z]+)?)'
  );
  words text;
  codes text := concat_ws(' ', product.reference, product.barcode);
  choices text;
begin
  if product.has_variants then
    select concat_ws(' ', codes, string_agg(concat_ws(' ', v.reference, v.barcode), ' ')), string_agg(array_to_string(v.choices, ' ; '), ' ; ')
    into codes, choices
    from (
      select * from public.product_variants where product_id = product.id order by position, id limit max_variants
    ) v;
  end if;
  select concat_ws(' ', c.name, choices, array_to_string(product.features, ' ; '), (
    select string_agg(s.key || ' ' || s.value, ' ; ') from jsonb_each_text(product.specifications) s
  )) into words
  from (select) one left join public.categories c on c.id = product.category_id;
  return setweight(to_tsvector('private.product_words', coalesce(head, '')), 'A')
    || setweight(to_tsvector('private.product_words', concat_ws(' ',
      name, private.join_neighbours(name), regexp_replace(private.normalize_search_text(codes), '[^a-z0-9]+', ' ', 'g'),
      regexp_replace(private.normalize_search_text(codes), '[^a-z0-9 ]+', '', 'g'))), 'B')
    || setweight(to_tsvector('private.product_words', private.to_document_words(left(words, 5000))), 'C')
    || setweight(to_tsvector('private.product_words', private.to_document_words(left(product.description, 1000))), 'D');
end
$$;
comment on function private.compute_document_words(public.products) is 'The words of a product''s document.';

create function private.write_product_documents(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.product_documents as d (product_id, words)
  select p.id, private.compute_document_words(p) from public.products p where p.id = any (ids) order by p.id
  on conflict (product_id) do update set words = excluded.words where d.words is distinct from excluded.words;
  perform private.add_search_terms(array(
    select unnest(string_to_array(
      words || ' ' || private.join_neighbours(words) || ' ' || coalesce(private.to_search_words(p.specifications ->> 'Marque'), ''), ' '
    ))
    from public.products p, private.to_search_words(p.name) words where p.id = any (ids)
  ));
end
$$;
comment on function private.write_product_documents(uuid[]) is
  'Computes the documents of these products, and writes those that differ.';

create table private.pending_documents (
  product_id uuid primary key references public.products (id) on delete cascade
);
comment on table private.pending_documents is
  'Products of imports whose documents are still to be written (write_pending_documents). Until then the search knows their names and references.';
alter table private.pending_documents enable row level security;
create policy "Nobody reads what is pending" on private.pending_documents for select to authenticated using (false);

create function private.write_pending_documents(max_products integer default 500) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[];
begin
  with taken as (
    delete from private.pending_documents where product_id in (
      select d.product_id from private.pending_documents d order by d.product_id limit max_products for update skip locked
    ) returning product_id
  )
  select array_agg(product_id) into ids from taken;
  perform private.write_product_documents(ids);
  return coalesce(cardinality(ids), 0) = max_products;
end
$$;
comment on function private.write_pending_documents(integer) is
  'Writes so many of the pending documents; returns whether there may be more.';

create function private.keep_product_documents() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_written constant integer := 300;
begin
  if (select count(*) from (select from after_rows limit max_written + 1) r) > max_written then
    insert into private.pending_documents select id from after_rows on conflict do nothing;
  else
    perform private.write_product_documents(array(select id from after_rows));
  end if;
  return null;
end
$$;
comment on function private.keep_product_documents() is
  'Writes the documents of new products; those of more than 300 at once are left to write_pending_documents, because an import need not wait for them.';

create function private.keep_product_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_written constant integer := 300;
  changed constant uuid := (case when tg_table_name = 'products' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'product_id' end)::uuid;
  -- A product's variants are written together, and each of them would compute the whole document.
  cost constant integer := case when tg_table_name = 'products' then 1 else 20 end;
  written constant integer := coalesce(nullif(current_setting('yaare.documents_written', true), '')::integer, 0);
begin
  perform set_config('yaare.documents_written', (written + cost)::text, true);
  if written < max_written then
    perform private.write_product_documents(array[changed]);
  else
    insert into private.pending_documents values (changed) on conflict do nothing;
  end if;
  return null;
end
$$;
comment on function private.keep_product_document() is
  'Writes the document of a product whose texts, or those of its variants, have changed; after 300 products or 15 variants of a transaction it is left to write_pending_documents.';

create trigger products_write_documents after insert on public.products
  referencing new table as after_rows for each statement execute function private.keep_product_documents();
-- Of these columns an order writes none, so it does not pay for the documents.
create trigger products_write_document
  after update of name, reference, barcode, description, features, specifications, category_id on public.products
  for each row when (
    (old.name, old.reference, old.barcode, old.description, old.features, old.specifications, old.category_id)
      is distinct from (new.name, new.reference, new.barcode, new.description, new.features, new.specifications, new.category_id)
  ) execute function private.keep_product_document();

create function private.keep_documents_of_variants() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.write_product_documents(array(select distinct product_id from changed_rows));
  return null;
end
$$;
comment on function private.keep_documents_of_variants() is
  'Writes the documents of the products that get variants or lose them.';
create trigger product_variants_write_documents_insert after insert on public.product_variants
  referencing new table as changed_rows for each statement execute function private.keep_documents_of_variants();
create trigger product_variants_write_documents_delete after delete on public.product_variants
  referencing old table as changed_rows for each statement execute function private.keep_documents_of_variants();
create trigger product_variants_write_document after update of choices, reference, barcode on public.product_variants
  for each row when ((old.choices, old.reference, old.barcode) is distinct from (new.choices, new.reference, new.barcode))
  execute function private.keep_product_document();

create function private.keep_documents_of_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  max_products constant integer := 5000;
begin
  -- In a larger category the name is found in the other products when they are written again.
  perform private.write_product_documents(array(
    select p.id from public.products p where p.category_id = new.id order by p.created_at desc, p.id limit max_products
  ));
  perform private.add_search_terms(string_to_array(private.to_search_words(new.name), ' '));
  return null;
end
$$;
comment on function private.keep_documents_of_category() is 'Writes the documents of a category''s newest products when its name changes.';
create trigger categories_write_documents after update of name on public.categories
  for each row when (old.name is distinct from new.name) execute function private.keep_documents_of_category();

do $$
begin
  perform private.write_product_documents(array(select id from public.products));
end
$$;
