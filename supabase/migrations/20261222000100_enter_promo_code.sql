-- A promo code is entered by a call of its own, which answers nothing. The request decides what it does with an answer: it
-- may let its transaction fail because of a wrong code (by a cast, or by asking for one row that its filter leaves out),
-- and what a failed transaction took from a limit is given back. So check_promo_code let codes be guessed without a limit.
-- Now nobody learns anything of a code before its try is committed. See docs/decisions/0064-prices.md.

create function private.enter_promo_code(code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found uuid;
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Connectez-vous pour utiliser un code';
  end if;
  select c.id into found from public.promo_codes c
  where c.code = private.normalize_promo_code(enter_promo_code.code) and c.is_active;
  if exists (select from private.entered_promo_codes e where e.user_id = auth.uid() and e.code_id = found) then
    return;
  end if;
  -- Right or wrong, because whoever may go on after a wrong code finds the right one.
  perform private.take_visitor_limits('promo_codes');
  if found is not null then
    insert into private.entered_promo_codes (user_id, code_id) values (auth.uid(), found) on conflict do nothing;
  end if;
end
$$;
create function public.enter_promo_code(code text) returns void
language sql set search_path = '' as $$
  select private.enter_promo_code(code)
$$;
comment on function public.enter_promo_code(text) is
  'The caller enters a promo code, right or wrong: check_promo_code says which, and orders count no other. PT429 after too many tries.';

create or replace function private.check_promo_code(code text, items jsonb)
returns table (accepted_code text, discount integer, is_free_delivery boolean, problem text)
language plpgsql security definer rows 1 set search_path = '' as $$
declare
  found public.promo_codes;
  products uuid[];
  eligible bigint;
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Connectez-vous pour utiliser un code';
  end if;
  select c.* into found
  from public.promo_codes c
  join private.entered_promo_codes e on e.code_id = c.id and e.user_id = auth.uid()
  where c.code = private.normalize_promo_code(check_promo_code.code);
  select array_agg(distinct l.product_id) into products
  from private.price_lines(items, private.get_price_list(auth.uid())) l;
  products := private.get_promo_products(found, coalesce(products, '{}'));
  select coalesce(sum(l.unit_price::bigint * l.quantity), 0) into eligible
  from private.price_lines(items, private.get_price_list(auth.uid())) l
  where l.product_id = any (products);
  problem := private.find_promo_problem(found, auth.uid(), eligible);
  accepted_code := case when problem is null then found.code end;
  discount := case when problem is null then least(private.get_promo_discount(found, eligible), 2147483647) else 0 end;
  is_free_delivery := problem is null and found.kind = 'free_delivery';
  return next;
end
$$;
comment on function public.check_promo_code(text, jsonb) is
  'What a promo code that the caller has entered (enter_promo_code) takes off a cart [{id, quantity}], in francs, or why it does not count.';
revoke execute on function private.enter_promo_code(text), public.enter_promo_code(text) from public, anon;
grant execute on function private.enter_promo_code(text), public.enter_promo_code(text) to authenticated, service_role;
