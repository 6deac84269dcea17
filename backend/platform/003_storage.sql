-- Schema storage as a hosted Supabase has it: the two tables that a shop's migrations write to (buckets) and
-- create policies on (objects), and the helpers that policies use, owned by supabase_storage_admin.
-- Migrations run as postgres, which acts as the owner because it is a member of that role; on a hosted
-- project an extension lets it create policies there all the same.

create schema storage authorization supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role, postgres;

set role supabase_storage_admin;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text not null primary key,
  name text not null constraint buckets_name_length_check check (char_length(name) <= 100),
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
comment on table storage.buckets is
  'Storage: the buckets that objects are stored in, with the limits of each.';
comment on column storage.buckets.owner is 'Field is deprecated, use owner_id instead';
comment on column storage.buckets.public is 'Whether anyone who knows an object''s address may read it.';
comment on column storage.buckets.file_size_limit is 'In bytes; null means the service''s own limit.';
create unique index bname on storage.buckets (name);

create table storage.objects (
  id uuid not null default gen_random_uuid() primary key,
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
comment on table storage.objects is 'Storage: one row for each file; policies on it decide who may do what.';
comment on column storage.objects.owner is 'Field is deprecated, use owner_id instead';
comment on column storage.objects.version is
  'The name of the file on disk: a different one for each content.';
create unique index bucketid_objname on storage.objects (bucket_id, name);
-- For listing keys by prefix, in byte order.
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
-- Not on hosted: a file is removed only when no row names its version.
create index objects_version_idx on storage.objects (version);

create function storage.update_updated_at_column() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

create function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;
comment on function storage.foldername(text) is 'The folders of a key: {a,b} of a/b/c.png.';

create function storage.filename(name text) returns text language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;
comment on function storage.filename(text) is 'The last part of a key: c.png of a/b/c.png.';

create function storage.extension(name text) returns text language sql immutable as $$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$$;
comment on function storage.extension(text) is 'What follows the last dot of a key: png of a/b/c.png.';

create function storage.operation() returns text language sql stable as $$
  select current_setting('storage.operation', true)
$$;
comment on function storage.operation() is
  'The requested operation, such as storage.object.list: for policies that apply to one kind of request only.';

create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable as $$
  select coalesce(
    regexp_replace(nullif(storage.operation(), ''), '^storage\.', '') in (
      select regexp_replace(expected, '^storage\.', '') from unnest(expected_operations) as expected
    ),
    false
  )
$$;
comment on function storage.allow_any_operation(text[]) is
  'Whether the requested operation is one of these; a name may omit the prefix storage.';

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable as $$
  select storage.allow_any_operation(array[expected_operation])
$$;
comment on function storage.allow_only_operation(text) is
  'Whether the requested operation is this one; the name may omit the prefix storage.';

-- The owner is not restricted; policies apply to every other role unless it bypasses row-level security.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to postgres with grant option;

reset role;
