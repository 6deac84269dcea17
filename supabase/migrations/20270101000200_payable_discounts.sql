-- An order is paid in cash, and no coin is smaller than 5 francs: what a percentage takes off is rounded, as reduced
-- prices are, in the customer's favour.

create or replace function private.get_promo_discount(code public.promo_codes, eligible bigint) returns bigint
language sql immutable parallel safe set search_path = '' as $$
  select case code.kind
    when 'amount' then least(code.amount, eligible)
    when 'percent' then least(eligible, div(eligible * code.percent + 499, 500) * 5)::bigint
    else 0
  end
$$;
comment on function private.get_promo_discount(public.promo_codes, bigint) is 'What a code takes off so many francs, and never more than them; of a percentage rounded up to 5 francs.';
