-- Stock alerts: who wants a mail when a product that is sold out can be ordered again. One mail for each request: the
-- row is deleted in the transaction that queues it. See docs/decisions/0046-stock-alerts.md.

create table public.stock_alerts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  email public.email not null,
  created_at timestamptz not null default now(),
  unique (product_id, email)
);
comment on table public.stock_alerts is
  'Requests for a mail when a product is in stock again; deleted when the mail is queued, and after a year.';
comment on column public.stock_alerts.user_id is 'The customer who asked; null for a visitor.';
comment on column public.stock_alerts.email is
  'In lower case. A customer''s is that of the account at the time; a visitor''s is unproven.';
create index stock_alerts_user_id_idx on public.stock_alerts (user_id);
create index stock_alerts_created_at_idx on public.stock_alerts (created_at);

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('stock_alerts', 'everyone', 'recipient', 20, 86400, 'Demandes «Me prévenir» pour une adresse e-mail'),
  ('stock_alerts', 'everyone', 'account', 60, 3600, 'Demandes «Me prévenir» d''un compte'),
  ('stock_alerts', 'everyone', 'address', 60, 3600, 'Demandes «Me prévenir» d''une adresse IP'),
  ('stock_alerts', 'everyone', 'network', 300, 3600, 'Demandes «Me prévenir» d''un réseau')
on conflict do nothing;
-- A stock alert to an unproven address counts as one of its letters.
update public.limits set label = 'Confirmations de commande et alertes de stock par jour à une adresse e-mail non confirmée'
where name = 'order_letters' and audience = 'unproven' and scope = 'recipient'
  and label = 'Confirmations de commande par jour à une adresse e-mail non confirmée';

create function private.request_stock_alert(of_product uuid, visitor_email text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  account constant uuid := auth.uid();
  recipient constant text := lower(coalesce(
    (select nullif(u.email, '') from auth.users u where u.id = account), btrim(visitor_email)
  ));
begin
  if private.is_limited() then
    perform private.take_visitor_limits('stock_alerts');
    perform private.take_limit('stock_alerts', 'everyone', 'recipient', private.get_recipient_key(recipient));
  end if;
  if not exists (select from public.products p where p.id = of_product) then
    raise sqlstate 'PT404' using message = 'Ce produit n''est plus vendu';
  end if;
  -- Locked, so that stock that returns at this moment either makes this false or finds the request.
  perform from public.products p where p.id = of_product and p.stock = 0 for share;
  if not found then
    return false;
  end if;
  delete from public.stock_alerts a where a.created_at < now() - interval '1 year';
  insert into public.stock_alerts (product_id, user_id, email) values (of_product, account, recipient)
  on conflict (product_id, email) do nothing;
  return true;
end
$$;
comment on function private.request_stock_alert(uuid, text) is
  'Stores the request of a customer, or of a visitor with this address. A request that exists already is the same success, so nobody learns who else has asked.';

create function public.request_stock_alert(of_product uuid, visitor_email text default null) returns boolean
language sql set search_path = '' as $$
  select private.request_stock_alert(of_product, visitor_email)
$$;
comment on function public.request_stock_alert(uuid, text) is
  'Asks for one mail when a product is in stock again: to the address of the caller''s account, else to visitor_email. False when it is in stock already, true otherwise; PT404 for an unknown product, PT429 beyond a limit.';

create function private.queue_stock_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  alert record;
begin
  -- The writer waits for these mails, so there is an end to them: who comes later is told when stock returns again.
  for alert in
    select
      a.id, a.email,
      exists (
        select from private.order_audiences o
        where o.id = a.user_id and lower(o.email) = a.email and o.is_email_proven
      ) as is_proven
    from public.stock_alerts a
    where a.product_id = new.id
    order by a.created_at, a.id
    limit 1000
  loop
    -- A request that has to wait for the next letter of its address remains.
    if alert.is_proven or private.may_send_letter(alert.email) then
      delete from public.stock_alerts a where a.id = alert.id;
      insert into public.mails (subject_id, kind, recipient, payload)
      values (alert.id, 'stock_alert', alert.email, jsonb_build_object('product', new.id));
    end if;
  end loop;
  -- Found is about the loop: whether there was an alert.
  if found then
    perform pg_notify('mails', '');
  end if;
  return null;
end
$$;
comment on function private.queue_stock_alerts() is
  'Queues the mails of a product that is in stock again, and deletes their requests.';

create trigger products_queue_stock_alerts after update of stock on public.products
  for each row when (old.stock = 0 and new.stock > 0) execute function private.queue_stock_alerts();

-- The mail ---------------------------------------------------------------------------------------------------------

alter domain public.mail_kind drop constraint mail_kind_known;
alter domain public.mail_kind add constraint mail_kind_known check (
  value in (
    'order_confirmation', 'review_request', 'technician_message', 'stock_alert',
    'account_confirmation', 'account_invitation', 'account_recovery', 'account_sign_in',
    'account_email_change', 'account_reauthentication'
  )
);
comment on column public.mails.subject_id is
  'The order, the message or the stock alert that the mail is about; a random id for a mail about an account. No foreign key: the mail stays on record when its subject is deleted.';

-- Privileges -------------------------------------------------------------------------------------------------------

revoke execute on function private.request_stock_alert(uuid, text), private.queue_stock_alerts() from public;
grant execute on function private.request_stock_alert(uuid, text) to anon, authenticated, service_role;
revoke execute on function public.request_stock_alert(uuid, text) from public;
grant execute on function public.request_stock_alert(uuid, text) to anon, authenticated, service_role;

revoke all on public.stock_alerts from anon, authenticated;
-- Administrators count the requests; the addresses are for the mails only.
grant select (id, product_id, created_at) on public.stock_alerts to authenticated;

alter table public.stock_alerts enable row level security;
create policy "Administrators count the stock alerts" on public.stock_alerts
  for select to authenticated using ((select private.is_admin()));
