-- An order that was to be delivered twice kept its promo code with its first part: when that was cancelled, the use was
-- given back, although the second part kept its share of the reduction.
-- See docs/decisions/0064-prices.md.

create or replace function private.return_promo_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  heir uuid;
begin
  with recursive parts as (
    select old.id, old.split_from_id
    union
    select o.id, o.split_from_id from public.orders o join parts p on o.split_from_id = p.id or o.id = p.split_from_id
  )
  select o.id into heir
  from public.orders o
  where o.id in (select p.id from parts p) and o.id <> old.id and o.status <> 'cancelled'
    -- A later part is delivered without a fee.
    and (o.discount_amount > 0 or exists (
      select from public.promo_codes c where c.code = old.promo_code and c.kind = 'free_delivery'
    ))
  order by o.created_at, o.id
  limit 1
  for no key update;
  if heir is null then
    update public.promo_codes c set used_count = greatest(c.used_count - 1, 0) where c.code = old.promo_code;
  else
    update public.orders o set promo_code = old.promo_code where o.id = heir;
  end if;
  return null;
end
$$;
comment on function private.return_promo_code() is
  'A cancelled order gives the use of its code back, or hands the code to a part that was split from it and keeps a reduction.';
