-- What a visitor writes is read by others: on a slip, in a list, in a letter. Characters without a picture let a text
-- be another one than its reader sees: they reverse it (plan\u202Egpj.exe), make a name of nothing, split a link so that
-- no rule finds it, or break a line of a slip. They are removed and not refused: a number that was copied from a phone's
-- contacts has them too.

create function private.to_visible_text(value text, is_line boolean default true) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Controls, direction marks, fillers, tags, and joiners that join no emoji. \u0009, \u000a and \u000d are white space.
  hidden constant text := '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    || '\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb'
    || '\U000e0000-\U000e007f]|(?<![\u2190-\u32ff\ufe0f\U0001f000-\U0001faff])\u200d';
begin
  if is_line then
    value := regexp_replace(value, '[\u0009\u000a\u000d\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g');
    return btrim(regexp_replace(value, hidden, '', 'g'));
  end if;
  return regexp_replace(regexp_replace(value, '[\u2028\u2029]', e'\n', 'g'), hidden, '', 'g');
end
$$;
comment on function private.to_visible_text(text, boolean) is 'The text without characters that have no picture; a line has no other white space than spaces, and none around it.';

create function private.has_odd_characters(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Outside of ASCII: what is no letter with an accent and no quotation mark. A backslash is the escape of JSON.
  return value ~ '[^\u0020-\u005b\u005d-\u007e\u00a1-\u00ac\u00ae-\u024f\u2018-\u201e]';
end
$$;
comment on function private.has_odd_characters(text) is 'Whether private.to_visible_text could change a text: a cheap question for triggers.';

create function private.clean_texts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent constant jsonb := to_jsonb(new);
  cleaned jsonb;
begin
  select jsonb_object_agg(c.name, case jsonb_typeof(sent -> c.name)
    when 'string' then to_jsonb(private.to_visible_text(sent ->> c.name, c.is_line))
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, case
        when jsonb_typeof(e.value) = 'string' then to_jsonb(private.to_visible_text(e.value #>> '{}', c.is_line))
        else e.value
      end), '{}')
      from jsonb_each(sent -> c.name) e
    )
    else sent -> c.name
  end)
  into cleaned
  from (
    select unnest(string_to_array(tg_argv[0], ',')), true
    union all
    select unnest(string_to_array(tg_argv[1], ',')), false
  ) c (name, is_line);
  new := jsonb_populate_record(new, cleaned);
  return new;
end
$$;
comment on function private.clean_texts() is 'Arguments: the columns that are a line, and those that have several, each separated by commas. Of a jsonb, the texts of its first level.';

-- These come before the triggers that judge the texts (in the order of their names), but that of profiles: there the
-- rule for links reads what will be visible.
create trigger orders_clean_texts
before insert or update of customer_name, customer_phone, notes, shipping_address, cancellation_reason on public.orders
for each row when (private.has_odd_characters(concat(
  new.customer_name, new.customer_phone, new.notes, new.shipping_address::text, new.cancellation_reason
)))
execute function private.clean_texts('customer_name,customer_phone,shipping_address', 'notes,cancellation_reason');

create trigger order_events_clean_texts before insert on public.order_events
for each row when (private.has_odd_characters(new.data::text))
execute function private.clean_texts('', 'data');

create trigger order_returns_clean_texts before insert on public.order_returns
for each row execute function private.clean_texts('', 'reason');

create trigger messages_clean_texts before insert on public.messages
for each row execute function private.clean_texts('name,phone', 'message');

create trigger product_reviews_clean_texts before insert on public.product_reviews
for each row execute function private.clean_texts('name,title', 'comment');

create trigger profiles_clean_texts
before insert or update of first_name, last_name, phone, address, city, postal_code on public.profiles
for each row execute function private.clean_texts('first_name,last_name,phone,address,city,postal_code');

create trigger customer_addresses_clean_texts before insert or update on public.customer_addresses
for each row execute function private.clean_texts('name,address,postal_code,city,quarter', 'landmark');

create trigger price_list_members_clean_texts before insert or update of trade on public.price_list_members
for each row execute function private.clean_texts('trade');

-- A file's name had a rule of its own.
create or replace function private.create_quote_from_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  visible_name constant text := private.to_visible_text(new.user_metadata ->> 'file_name');
  mime_type constant text := split_part(new.metadata ->> 'mimetype', ';', 1);
begin
  if not private.is_quote_extension(substring(new.name from '[^.]*$'), mime_type) then
    raise exception 'Le nom de ce fichier ne correspond pas à son contenu';
  end if;
  perform private.limit_quote_file(coalesce((new.metadata ->> 'size')::bigint, 0));
  insert into public.quotes (id, kind, file_path, file_name)
  values (
    split_part(new.name, '/', 2)::uuid, split_part(new.name, '/', 1), new.name,
    left(coalesce(nullif(visible_name, ''), split_part(new.name, '/', 3)), 255)
  );
  return null;
end
$$;

-- As before, of the text that will be seen: «voleur\u200b.com» shows a link.
create or replace function private.contains_link(value text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- Dots and letters of other alphabets make a link in a mail program too (\u2024 and the others are dots). A letter
  -- before the dot is an initial (M.Sawadogo).
  return private.to_visible_text(value) ~* ('://|www[.\u2024\u3002\ufe12\ufe52\uff0e\uff61]|[@\ufe6b\uff20]'
    || '|[[:alnum:]\u00c0-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uff10-\uff5a-]{2}[.\u2024\u3002\ufe12\ufe52\uff0e\uff61]'
    || '[a-z\u00c0-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uff21-\uff5a]{2,24}(?![[:alnum:]])'
    || '|[.\u2024\u3002\ufe12\ufe52\uff0e\uff61][a-z\u00c0-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uff21-\uff5a]{2,24}/');
end
$$;

revoke execute on all functions in schema private from public;
-- A trigger's condition runs as whoever writes the row.
grant execute on function private.has_odd_characters(text) to anon, authenticated, service_role;
