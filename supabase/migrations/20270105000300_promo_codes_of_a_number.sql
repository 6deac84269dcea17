-- «Une fois par client» was once an account, and an account without an address is made by one request. Whoever has the
-- telephone that the courier calls is the customer, too.
drop function private.find_promo_problem(public.promo_codes, uuid, bigint);

create function private.find_promo_problem(
  code public.promo_codes, customer uuid, eligible bigint, phone text default null
) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  phone_key constant text := nullif(private.get_phone_key(phone), '');
begin
  return case
    when code.id is null or not code.is_active then 'Ce code n''existe pas'
    when code.starts_at > now() then format('Ce code vaut à partir du %s', to_char(code.starts_at at time zone 'UTC', 'DD/MM/YYYY'))
    when code.ends_at <= now() then 'Ce code n''est plus valable'
    when code.used_count >= code.max_uses then 'Ce code a été utilisé par d''autres, il n''en reste plus'
    when code.max_uses_per_customer <= (
      select count(*) from public.orders o
      where o.promo_code = code.code and o.status <> 'cancelled'
        and (o.user_id = customer or private.get_phone_key(o.customer_phone) = phone_key)
    ) then 'Vous avez déjà utilisé ce code'
    when eligible = 0 then 'Ce code ne vaut pour aucun article de votre panier'
    when eligible < code.minimum_amount then format('Ce code vaut dès %s XOF d''articles%s',
      private.format_thousands(code.minimum_amount), case when code.category_ids <> '{}' then ' de ses catégories' else '' end)
  end;
end
$$;
comment on function private.find_promo_problem(public.promo_codes, uuid, bigint, text) is 'Why a code does not count for this customer, or for an order with this telephone, with so many francs of its articles; null when it counts.';

create or replace function private.use_promo_code(placed public.orders) returns table (discount integer, is_free_delivery boolean)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  found public.promo_codes;
  products uuid[];
  eligible bigint;
  problem text;
begin
  -- Locked until the order is placed: whoever counts next sees this use. After the products, as everywhere.
  select c.* into found
  from public.promo_codes c
  join private.entered_promo_codes e on e.code_id = c.id and e.user_id = placed.user_id
  where c.code = placed.promo_code for no key update of c;
  -- A statement of its own, which sees the orders of whoever had the lock before.
  products := private.get_promo_products(
    found, array(select distinct i.product_id from public.order_items i where i.order_id = placed.id)
  );
  select coalesce(sum(i.unit_price::bigint * i.quantity), 0) into eligible
  from public.order_items i where i.order_id = placed.id and i.product_id = any (products);
  problem := private.find_promo_problem(found, placed.user_id, eligible, placed.customer_phone);
  if problem is not null then
    raise exception using errcode = 'YA011', message = problem;
  end if;
  update public.promo_codes c set used_count = c.used_count + 1 where c.id = found.id;
  discount := least(private.get_promo_discount(found, eligible), 2147483647);
  is_free_delivery := found.kind = 'free_delivery';
  -- Shared as the lines share the amount; the rounded sums leave no franc over. In the order of the ids, so that the
  -- same cart is shared in the same way.
  update public.order_items i set discount_amount =
    div(use_promo_code.discount * s.so_far, eligible) - div(use_promo_code.discount * (s.so_far - s.amount), eligible)
  from (
    select l.position, l.unit_price::numeric * l.quantity as amount,
      sum(l.unit_price::numeric * l.quantity) over (order by coalesce(l.variant_id, l.product_id)) as so_far
    from public.order_items l where l.order_id = placed.id and l.product_id = any (products)
  ) s
  where discount > 0 and i.order_id = placed.id and i.position = s.position;
  return next;
end
$$;

revoke execute on all functions in schema private from public;
