-- The addresses that a customer keeps for later orders, beside the one of the profile.

create table public.customer_addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name public.label not null,
  address text not null check (char_length(btrim(address)) between 5 and 500),
  city text not null check (char_length(btrim(city)) between 2 and 120),
  postal_code text not null default '' check (char_length(postal_code) <= 20),
  quarter text not null default '' check (char_length(quarter) <= 120),
  landmark text not null default '' check (char_length(landmark) <= 300),
  latitude numeric check (latitude between -90 and 90),
  longitude numeric check (longitude between -180 and 180),
  created_at timestamptz not null default now(),
  constraint customer_addresses_position check ((latitude is null) = (longitude is null))
);
create index customer_addresses_user_id_idx on public.customer_addresses (user_id, created_at desc, id);
comment on table public.customer_addresses is
  'The saved addresses of customers, which the checkout offers. Orders keep a copy of theirs.';
comment on column public.customer_addresses.name is 'What the customer calls it: «Maison», «Chantier».';

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('customer_addresses', 'everyone', 'account', 10, null, 'Adresses enregistrées d''un client')
on conflict do nothing;

create function private.limit_customer_addresses() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  maximum constant bigint := private.get_limit_maximum('customer_addresses', 'everyone', 'account');
begin
  -- Concurrent requests of one customer would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('customer_addresses.user_id ' || auth.uid()::text, 0));
  if private.is_limited() and (select count(*) from public.customer_addresses a where a.user_id = auth.uid()) > maximum then
    perform private.refuse('customer_addresses', 'everyone', 'account', null,
      format('Vous avez déjà %s adresses : supprimez-en une', maximum));
  end if;
  return null;
end
$$;
comment on function private.limit_customer_addresses() is 'Limits the saved addresses of an account.';
create trigger customer_addresses_limit after insert on public.customer_addresses
  for each statement execute function private.limit_customer_addresses();

revoke execute on function private.limit_customer_addresses() from public;
revoke all on public.customer_addresses from anon, authenticated;
grant
  select,
  insert (name, address, city, postal_code, quarter, landmark, latitude, longitude),
  update (name, address, city, postal_code, quarter, landmark, latitude, longitude),
  delete on public.customer_addresses to authenticated;

alter table public.customer_addresses enable row level security;
create policy "Customers read their own addresses" on public.customer_addresses
  for select to authenticated using (user_id = (select auth.uid()) and not (select private.lacks_second_factor()));
create policy "Customers add their own addresses" on public.customer_addresses
  for insert to authenticated with check (user_id = (select auth.uid()) and not (select private.lacks_second_factor()));
create policy "Customers update their own addresses" on public.customer_addresses
  for update to authenticated
  using (user_id = (select auth.uid()) and not (select private.lacks_second_factor()))
  with check (user_id = (select auth.uid()));
create policy "Customers delete their own addresses" on public.customer_addresses
  for delete to authenticated using (user_id = (select auth.uid()) and not (select private.lacks_second_factor()));
