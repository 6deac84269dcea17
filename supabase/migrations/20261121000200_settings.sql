-- Settings: the shop's name, contacts and texts, and the figures that administrators decide.

create table public.shop_settings (
  id boolean primary key default true check (id),
  shop_name text not null default 'Yaaré' check (char_length(btrim(shop_name)) between 1 and 100),
  address text not null default 'Avenue Kwamé N''Krumah, Ouagadougou, Burkina Faso'
    check (char_length(btrim(address)) between 1 and 300),
  phone text not null default '+226 25 30 11 22' check (char_length(btrim(phone)) between 8 and 40),
  whatsapp text not null default '22670112233' check (whatsapp ~ '^[0-9]{8,15}$'),
  email public.email not null default 'contact@yaare.bf',
  shipping_fee integer not null default 2000 check (shipping_fee between 0 and 1000000),
  offers_banner text not null default 'Jusqu''à 30% de réduction'
    check (char_length(btrim(offers_banner)) between 1 and 120),
  low_stock_threshold integer not null default 5 check (low_stock_threshold between 0 and 1000),
  updated_at timestamptz not null default now()
);
comment on table public.shop_settings is 'One row: the shop''s name, addresses, shipping, banner and thresholds.';
comment on column public.shop_settings.whatsapp is
  'International format, digits only, as wa.me links require.';
comment on column public.shop_settings.shipping_fee is 'Whole francs, flat, for every order.';
comment on column public.shop_settings.low_stock_threshold is 'A stock below this counts as low.';

insert into public.shop_settings default values;

create trigger shop_settings_set_updated_at before update on public.shop_settings
  for each row execute function private.set_updated_at();
create trigger shop_settings_notify_change after insert or update or delete on public.shop_settings
  for each statement execute function private.notify_table_change();

revoke all on public.shop_settings from anon, authenticated;
grant select on public.shop_settings to anon, authenticated;
grant update (
  shop_name, address, phone, whatsapp, email, shipping_fee, offers_banner, low_stock_threshold
) on public.shop_settings to authenticated;

alter table public.shop_settings enable row level security;
create policy "Everyone reads the settings" on public.shop_settings
  for select to anon, authenticated using (true);
create policy "Administrators update the settings" on public.shop_settings
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
