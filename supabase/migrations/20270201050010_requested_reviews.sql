-- The mail that asks for reviews had a link for each line: of two variants of a product only one of them worked, and
-- what was refused at the door was asked for.

CREATE OR REPLACE FUNCTION private.request_reviews(of_order uuid, by_account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ordered public.orders;
  products jsonb;
begin
  select * into ordered from public.orders o
  where o.id = of_order and o.status <> 'cancelled' and o.customer_email is not null
    and (by_account is null or o.user_id = by_account);
  if not found then
    return;
  end if;
  -- Locked as the foreign key will lock them, but in id order, as everywhere; a product that is being deleted
  -- is left out.
  insert into public.review_requests (order_id, product_id, customer_email)
  select ordered.id, p.id, ordered.customer_email
  from public.order_items i join public.products p on p.id = i.product_id
  where i.order_id = ordered.id
  order by p.id for key share of p
  on conflict (order_id, product_id) do nothing;
  if ordered.status <> 'completed' then
    return;
  end if;
  select jsonb_agg(
    jsonb_build_object(
      'id', l.product_id, 'name', l.name,
      'token', translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/=', '-_')
    ) order by l.position
  ) into products
  from (
    -- A request has one link, also for two variants of a product. What was refused or returned is nobody's to judge.
    select distinct on (i.product_id) i.product_id, i.name, i.position
    from public.order_items i
    where i.order_id = ordered.id and i.product_id is not null and i.quantity > i.returned_quantity
    order by i.product_id, i.position
  ) l;
  if products is null then
    return;
  end if;
  insert into public.mails (subject_id, kind, recipient, payload)
  values (ordered.id, 'review_request', ordered.customer_email, jsonb_build_object('products', products))
  on conflict (subject_id, kind) do nothing;
  if found then
    update public.review_requests r
    set token_hash = sha256(convert_to(p.product ->> 'token', 'UTF8')), expires_at = now() + interval '60 days'
    from jsonb_array_elements(products) as p (product)
    where r.order_id = ordered.id and r.product_id = (p.product ->> 'id')::uuid;
    perform pg_notify('mails', '');
  end if;
end
$function$;
