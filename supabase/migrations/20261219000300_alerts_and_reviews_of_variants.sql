-- Stock alerts and reviews know variants: an alert for a variant that is sold out leaves when this variant is back, and a
-- verified review says which variant was bought. See docs/decisions/0046-stock-alerts.md and
-- docs/decisions/0073-data-sheets-and-accessories.md.

-- Stock alerts -----------------------------------------------------------------------------------------------------

alter table public.stock_alerts
  add column variant_id uuid references public.product_variants (id) on delete cascade,
  drop constraint stock_alerts_product_id_email_key,
  add constraint stock_alerts_one_for_each_key unique nulls not distinct (product_id, variant_id, email);
comment on column public.stock_alerts.variant_id is 'The variant that is waited for; null for the product.';
create index stock_alerts_variant_id_idx on public.stock_alerts (variant_id) where variant_id is not null;

drop function public.request_stock_alert(uuid, text);
drop function private.request_stock_alert(uuid, text);
drop function private.queue_stock_alerts(uuid);

create function private.request_stock_alert(of_product uuid, visitor_email text, of_variant uuid) returns boolean
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
  if not exists (select from public.products p where p.id = of_product) or of_variant is not null and not exists (
    select from public.product_variants v where v.id = of_variant and v.product_id = of_product
  ) then
    raise sqlstate 'PT404' using message = 'Ce produit n''est plus vendu';
  end if;
  -- Locked, so that stock that returns at this moment either makes this false or finds the request.
  if of_variant is null then
    perform from public.products p where p.id = of_product and p.stock = 0 for share;
  else
    perform from public.product_variants v where v.id = of_variant and v.stock = 0 for share;
  end if;
  if not found then
    return false;
  end if;
  delete from public.stock_alerts a where a.created_at < now() - interval '1 year';
  insert into public.stock_alerts (product_id, variant_id, user_id, email)
  values (of_product, of_variant, account, recipient)
  on conflict (product_id, variant_id, email) do nothing;
  return true;
end
$$;
comment on function private.request_stock_alert(uuid, text, uuid) is
  'Stores the request of a customer, or of a visitor with this address. A request that exists already is the same success, so nobody learns who else has asked.';

create function public.request_stock_alert(
  of_product uuid, visitor_email text default null, of_variant uuid default null
) returns boolean
language sql set search_path = '' as $$
  select private.request_stock_alert(of_product, visitor_email, of_variant)
$$;
comment on function public.request_stock_alert(uuid, text, uuid) is
  'Asks for one mail when a product, or one of its variants, is in stock again: to the address of the caller''s account, else to visitor_email. False when it is in stock already, true otherwise; PT404 for an unknown product or variant, PT429 beyond a limit.';

create function private.queue_stock_alerts(product uuid, variant uuid default null) returns void
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
    where a.product_id = product and a.variant_id is not distinct from variant
    order by a.created_at, a.id
    limit 1000
  loop
    -- A request that has to wait for the next letter of its address remains.
    if alert.is_proven or private.may_send_letter(alert.email) then
      delete from public.stock_alerts a where a.id = alert.id;
      insert into public.mails (subject_id, kind, recipient, payload)
      values (
        alert.id, 'stock_alert', alert.email, jsonb_strip_nulls(jsonb_build_object('product', product, 'variant', variant))
      );
    end if;
  end loop;
  -- Found is about the loop: whether there was an alert.
  if found then
    perform pg_notify('mails', '');
  end if;
end
$$;
comment on function private.queue_stock_alerts(uuid, uuid) is
  'Queues the mails of a product, or of a variant, that is in stock again, and deletes their requests.';

create function private.queue_variant_alerts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_stock_alerts(new.product_id, new.id);
  return null;
end
$$;
comment on function private.queue_variant_alerts() is 'Queues the alerts of a variant whose stock returns.';
create trigger product_variants_queue_alerts after update of stock on public.product_variants
  for each row when (old.stock = 0 and new.stock > 0) execute function private.queue_variant_alerts();

revoke execute on function
  private.request_stock_alert(uuid, text, uuid), private.queue_stock_alerts(uuid, uuid), private.queue_variant_alerts(),
  public.request_stock_alert(uuid, text, uuid) from public;
grant execute on function private.request_stock_alert(uuid, text, uuid), public.request_stock_alert(uuid, text, uuid)
  to anon, authenticated, service_role;

-- Reviews ----------------------------------------------------------------------------------------------------------

alter table public.product_reviews add column purchased_variant text;
comment on column public.product_reviews.purchased_variant is
  'The choices of the variants that the author of a verified review bought; null for a product without options. Set by the database.';
grant select (purchased_variant) on public.product_reviews to anon, authenticated;

create function private.get_purchased_variant(purchase uuid, product uuid) returns text
language sql stable set search_path = '' as $$
  select string_agg(distinct array_to_string(v.choices, ' · '), ', ')
  from public.order_items i join public.product_variants v on v.id = i.variant_id
  where i.order_id = purchase and i.product_id = product
$$;
comment on function private.get_purchased_variant(uuid, uuid) is
  'The choices of the variants of a product in an order: «32 mm · 4 m». Null without one that is still sold.';
revoke execute on function private.get_purchased_variant(uuid, uuid) from public;

-- As before, and the variant that was bought.
create or replace function private.prepare_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := auth.uid();
  -- The documented body of the request has no place for it.
  request_token constant text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-review-token';
begin
  new.author_id := coalesce(new.author_id, new.user_id);
  new.purchase_id := coalesce(new.purchase_id, new.order_id);
  if private.is_limited() then
    new.name := btrim(new.name);
    new.title := nullif(btrim(new.title), '');
    perform private.reject_link_in_name(new.name);
    if caller is null then
      new.is_verified := exists (
        select from public.review_requests r join public.orders o on o.id = r.order_id
        where r.token_hash = sha256(convert_to(request_token, 'UTF8')) and r.used_at is null and r.expires_at > now()
          and r.product_id = new.product_id and r.order_id = new.purchase_id and o.status = 'completed'
      );
    else
      new.author_id := coalesce(new.author_id, caller);
      new.purchase_id := (
        select o.id
        from public.orders o
        join public.order_items i on i.order_id = o.id
        where o.user_id = caller and o.status = 'completed' and i.product_id = new.product_id
          and not exists (
            select from public.product_reviews r
            where r.purchase_id = o.id and r.product_id = new.product_id and r.is_verified
          )
        order by o.id = new.order_id desc, o.created_at desc
        limit 1
      );
      new.is_verified := new.purchase_id is not null;
      new.is_published := new.is_verified;
    end if;
    perform private.take_visitor_limits('reviews');
  end if;
  new.purchased_variant := case
    when new.is_verified then private.get_purchased_variant(new.purchase_id, new.product_id)
  end;
  new.user_id := case when not new.is_published then new.author_id end;
  new.order_id := case when not new.is_published then new.purchase_id end;
  return new;
end
$$;
