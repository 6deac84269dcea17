-- Home page content: testimonials of customers and partner brands.

create table public.testimonials (
  id uuid primary key default gen_random_uuid(),
  name public.label not null,
  role text check (char_length(role) <= 120),
  content text not null check (char_length(btrim(content)) between 1 and 2000),
  rating numeric(2, 1) not null default 5 check (rating between 1 and 5 and rating * 2 = trunc(rating * 2)),
  avatar public.image_url,
  created_at timestamptz not null default now()
);
comment on table public.testimonials is 'Customer testimonials about the shop, entered by administrators.';
comment on column public.testimonials.rating is '1 to 5 in steps of a half.';
create index testimonials_created_at_idx on public.testimonials (created_at desc, id);

create table public.brands (
  id uuid primary key default gen_random_uuid(),
  name public.label not null,
  logo public.image_url,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.brands is 'Partner brands.';
comment on column public.brands.logo is 'The URL of an image; null shows the name.';
create index brands_name_idx on public.brands (name);

create function private.trim_brand() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := btrim(new.name);
  return new;
end
$$;

create trigger brands_trim before insert or update on public.brands
  for each row execute function private.trim_brand();
create trigger brands_set_updated_at before update on public.brands
  for each row execute function private.set_updated_at();
create trigger brands_notify_change after insert or update or delete or truncate on public.brands
  for each statement execute function private.notify_table_change();
create trigger testimonials_notify_change after insert or update or delete or truncate on public.testimonials
  for each statement execute function private.notify_table_change();

create function public.search_testimonials(query text) returns setof public.testimonials
language sql stable rows 50 set search_path = '' as $$
  select t.* from public.testimonials t
  where private.normalize_search_text(t.name || ' ' || coalesce(t.role, '') || ' ' || t.content)
    like all (private.to_word_patterns(query))
$$;
comment on function public.search_testimonials(text) is
  'The testimonials whose author, role or text contains every word of the query, of any length. The API''s filters, order and range apply on top.';

revoke execute on all functions in schema private from public;
revoke execute on function public.search_testimonials(text) from public;
grant execute on function public.search_testimonials(text) to anon, authenticated, service_role;

revoke all on public.testimonials, public.brands from anon, authenticated;
grant select on public.testimonials, public.brands to anon, authenticated;
grant
  insert (id, name, role, content, rating, avatar),
  update (name, role, content, rating, avatar),
  delete on public.testimonials to authenticated;
-- A trigger sets updated_at, but the documented request contains it.
grant insert (id, name, logo), update (name, logo, updated_at), delete on public.brands to authenticated;

alter table public.testimonials enable row level security;
create policy "Everyone reads the testimonials" on public.testimonials
  for select to anon, authenticated using (true);
create policy "Administrators create testimonials" on public.testimonials
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update testimonials" on public.testimonials
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete testimonials" on public.testimonials
  for delete to authenticated using ((select private.is_admin()));

alter table public.brands enable row level security;
create policy "Everyone reads the brands" on public.brands
  for select to anon, authenticated using (true);
create policy "Administrators create brands" on public.brands
  for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update brands" on public.brands
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete brands" on public.brands
  for delete to authenticated using ((select private.is_admin()));
