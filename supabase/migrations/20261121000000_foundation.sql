-- Foundation: the private schema for helpers that the API does not expose, the extensions and helpers of text
-- search, the domains that many tables share, and the two triggers that most tables carry.

create schema private;
comment on schema private is
  'Helpers of policies, triggers and procedures. Never exposed by the API; all security definer functions are here.';
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

-- A domain is checked when a value is assigned, a check constraint of a table whenever a row is rewritten.
-- Each order rewrites its products, so a rule that concerns a single column is a domain.
create domain public.label as text
  constraint label_format check (btrim(value) <> '' and char_length(value) <= 200);
comment on domain public.label is 'A name: one short line that is not blank.';

create domain public.price as integer
  constraint price_range check (value between 1 and 100000000);
comment on domain public.price is 'A price in whole francs (XOF).';

create domain public.percent as integer
  constraint percent_range check (value between 0 and 100);
comment on domain public.percent is 'A whole percentage.';

create domain public.properties as jsonb
  constraint properties_format check (jsonb_typeof(value) = 'object');
comment on domain public.properties is 'A JSON object of names and values.';

create domain public.slug as text
  constraint slug_format check (value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(value) <= 220);
comment on domain public.slug is 'A URL slug: lower-case letters, digits, single hyphens.';

create domain public.link as text
  constraint link_format check (value ~ '^https?://[^[:space:]]+$' and char_length(value) <= 2000);
comment on domain public.link is 'The URL of another site.';

create domain public.image_url as text
  constraint image_url_format check (value ~ '^(https?://|/)[^[:space:]]+$' and char_length(value) <= 2000);
comment on domain public.image_url is 'The URL of an image, on another site or on this one.';

create domain public.email as text
  constraint email_format check (value ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(value) <= 320);
comment on domain public.email is 'An e-mail address; only its format is checked.';

create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.set_updated_at() is 'Sets updated_at; a value sent by the client is ignored.';

create function private.notify_table_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('table_changes', coalesce(tg_argv[0], tg_table_name));
  return null;
end
$$;
comment on function private.notify_table_change() is
  'Notifies every instance of the shop, once per transaction, that cached pages showing the table (or the name given as argument) are stale.';

-- Search helpers ---------------------------------------------------------------------------------------------------

create function private.normalize_search_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  result text := value;
begin
  -- Every order and review is normalized for its search index, so the costly steps are for texts that need them.
  if octet_length(value) <> char_length(value) then
    result := regexp_replace(
      normalize(regexp_replace(value, '([¼-¾⅐-⅞])', ' \1', 'g'), nfkd),
      -- Accents, and characters without a width.
      '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]+', '', 'g'
    );
  end if;
  result := lower(result);
  if result ~ '[œæßþøđðłıς×⁄’‘ʼ′«»“”„‐‒–—−]' then
    result := translate(
      replace(replace(replace(replace(result, 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'),
      'øđðłıς×⁄’‘ʼ′«»“”„‐‒–—−', 'oddliσx/''''''''"""""-----'
    );
  end if;
  return btrim(regexp_replace(replace(result, '''''', '"'), '\s{2,}|[\t\n\v\f\r\u1680\u2028\u2029]', ' ', 'g'));
end
$$;
comment on function private.normalize_search_text(text) is
  'The text as searches compare it: lower case; letters without accents, ligatures and strokes; straight quotes and hyphens; fractions in digits; single spaces. The browser''s normalizeSearchText (app/lib/search) has the same results.';

create function private.to_search_pattern(query text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select '%' || regexp_replace(private.normalize_search_text(left(query, 100)), '[\\%_]', '\\\&', 'g') || '%'
$$;
comment on function private.to_search_pattern(text) is
  'The LIKE pattern of a normalized text that contains the query.';

create function private.to_word_patterns(query text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(private.to_search_pattern(w.word) order by char_length(w.word) desc, w.word)
  from (
    -- The longest words are the most selective; of a pasted sentence the eight longest are used.
    select word from string_to_table(private.normalize_search_text(left(query, 100)), ' ') word
    where word <> '' group by word order by char_length(word) desc, word limit 8
  ) w
$$;
comment on function private.to_word_patterns(text) is
  'The LIKE patterns of a normalized text that contains every word of the query, in any order, the longest word first; null, which matches nothing, for a query without words. For tables that stay small: a pattern of one or two letters finds no trigram index.';

create function private.to_search_patterns(query text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select case
    when regexp_count(normalized, '[[:alnum:]]') < 2 then null
    when exists (
      -- Words that a trigram index can find. Shorter words only filter the matches of a longer one.
      select from string_to_table(normalized, ' ') word
      where char_length(word) >= 3 and word ~ '[[:alnum:]]{2}|[^[:alnum:]][[:alnum:]]'
    ) then private.to_word_patterns(query)
    when char_length(normalized) >= 3 then array[private.to_search_pattern(query)]
    -- The trigrams of two letters are those of the beginning of a word.
    else array['% ' || normalized || '%']
  end
  from private.normalize_search_text(left(query, 100)) normalized
$$;
comment on function private.to_search_patterns(text) is
  'The patterns of to_word_patterns for a trigram index of a normalized text that begins with a space. Without a word of three letters the whole query is one pattern; two letters are the beginning of a word. Null, which matches nothing, for fewer than two letters or digits: the minimum of every search with an index (MIN_SEARCH_LENGTH in the browser).';

create function private.to_contact_search_patterns(query text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  -- Phone numbers are typed with spaces, dots or a plus, and indexed without.
  select private.to_search_patterns(
    case when query ~ '^[+0-9 ./()-]+$' then regexp_replace(query, '[^0-9]', '', 'g') else query end
  )
$$;
comment on function private.to_contact_search_patterns(query text) is
  'Like to_search_patterns, for searches that include phone numbers.';

-- Its callers are security definer, because the policies of orders and profiles keep a trigram index from
-- being used: LIKE might reveal rows that a policy hides. Only ids are returned, and only to administrators.
create function private.find_newest_ids(from_clause text, expression text, patterns text[], max_rows integer)
returns setof uuid
language plpgsql stable rows 50 set search_path = '' as $$
begin
  if patterns is null then
    return;
  end if;
  -- The patterns are literals in the text of the query, so that the plan suits them: rare matches are found
  -- through the trigram index, frequent ones by walking from the newest row. Either costs as much in a large
  -- shop as in a small one.
  return query execute format(
    'select r.id from %s where %s order by r.created_at desc, r.id limit %s',
    from_clause, (select string_agg(format('%s like %L', expression, pattern), ' and ') from unnest(patterns) pattern),
    max_rows
  );
end
$$;
comment on function private.find_newest_ids(text, text, text[], integer) is
  'The ids of the newest rows r of a FROM clause in which an expression matches all the LIKE patterns. For the search functions, which check who may call them.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on all functions in schema private from public;
-- Writing a row evaluates the expressions of its search indexes as the writing role.
grant execute on function private.normalize_search_text(text) to anon, authenticated, service_role;
grant execute on function
  private.to_search_pattern(text), private.to_word_patterns(text), private.to_search_patterns(text)
  to anon, authenticated, service_role;
grant execute on function private.to_contact_search_patterns(text) to authenticated, service_role;
