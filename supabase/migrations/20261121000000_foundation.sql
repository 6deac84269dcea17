-- What every part of the shop stands on: the schema of helpers that the API does not expose, search by likeness,
-- the kinds of values that many tables hold, and the two triggers that most of them carry.

create schema private;
comment on schema private is
  'Helpers of policies, triggers and procedures. Never exposed by the API; functions that run as their owner live only here.';
grant usage on schema private to anon, authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

-- Domains are checked when a value is given, check constraints of a table whenever a row is rewritten: each order
-- rewrites its products, so what one column can say by itself is said by a domain.
create domain public.label as text
  constraint label_form check (btrim(value) <> '' and char_length(value) <= 200);
comment on domain public.label is 'A name: one short line that is not blank.';

create domain public.price as integer
  constraint price_range check (value between 1 and 100000000);
comment on domain public.price is 'Whole francs (XOF) that a thing costs.';

create domain public.percent as integer
  constraint percent_range check (value between 0 and 100);
comment on domain public.percent is 'A whole percentage.';

create domain public.properties as jsonb
  constraint properties_form check (jsonb_typeof(value) = 'object');
comment on domain public.properties is 'Names and their values.';

create domain public.slug as text
  constraint slug_form check (value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(value) <= 220);
comment on domain public.slug is 'A name within an address: lower-case letters, digits, single hyphens.';

create domain public.link as text
  constraint link_form check (value ~ '^https?://[^[:space:]]+$' and char_length(value) <= 2000);
comment on domain public.link is 'An address of another site.';

create domain public.picture as text
  constraint picture_form check (value ~ '^(https?://|/)[^[:space:]]+$' and char_length(value) <= 2000);
comment on domain public.picture is 'An address of a picture, of another site or of this one.';

create domain public.email as text
  constraint email_form check (value ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$' and char_length(value) <= 320);
comment on domain public.email is 'An e-mail address, as far as its form can tell.';

create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function private.set_updated_at() is 'Keeps updated_at: what a client sends for it does not count.';

create function private.notify_table_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('table_changes', coalesce(tg_argv[0], tg_table_name));
  return null;
end
$$;
comment on function private.notify_table_change() is
  'Tells every copy of the shop, once for each transaction, that pages showing the table (or the name given as argument) are stale.';

revoke execute on all functions in schema private from public;
