-- Foundation: the private schema for helpers that the API does not expose, the extensions and helpers of text
-- search, the domains that many tables share, and the two triggers that most tables carry.

create schema private;
comment on schema private is
  'Helpers of policies, triggers and procedures. Never exposed by the API; all security definer functions are here.';
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

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
language sql immutable strict parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, value))
$$;
comment on function private.normalize_search_text(text) is 'The text in lower case and without accents.';

create function private.to_search_patterns(query text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- The part that a trigram index can find.
  has_trigram constant text := '[[:alnum:]]{2}|[^[:alnum:]][[:alnum:]]';
  normalized_query constant text := btrim(private.normalize_search_text(left(query, 100)));
  -- The longest words are the most selective; of a pasted sentence the eight longest are used.
  words text[] := array(
    select word from regexp_split_to_table(normalized_query, '\s+') word
    group by word order by char_length(word) desc, word limit 8
  );
begin
  if not exists (select from unnest(words) word where char_length(word) >= 3 and word ~ has_trigram) then
    words := case
      when char_length(normalized_query) >= 3 and normalized_query ~ has_trigram then array[normalized_query]
    end;
  end if;
  return (
    select array_agg('%' || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%' order by position)
    from unnest(words) with ordinality as w (word, position)
  );
end
$$;
comment on function private.to_search_patterns(query text) is
  'The LIKE patterns of a text that contains every word of the query, in any order, the longest word first. Words of one or two letters only filter the matches of a longer word; without a longer word the whole query is one pattern. Null, which matches nothing, for fewer than three letters, which a trigram index cannot find.';

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
grant execute on function private.to_search_patterns(text), private.to_contact_search_patterns(text)
  to authenticated, service_role;
