-- Calculators of a category: from dimensions to packets, on the pages of its products.

create function private.is_calculator_list(list jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(list) = 'array' and jsonb_array_length(list) <= 10 then not exists (
    select from jsonb_array_elements(list) as c (calculator)
    where case
      when jsonb_typeof(c.calculator) = 'object'
        and c.calculator ->> 'kind' = any ('{tiles,paint,concrete,blocks,roof,wire}')
        and jsonb_typeof(c.calculator -> 'word') = 'string' and char_length(c.calculator ->> 'word') <= 60
        and jsonb_typeof(c.calculator -> 'waste') = 'number' and jsonb_typeof(c.calculator -> 'rate') = 'number'
      then (c.calculator ->> 'waste')::numeric not between 0 and 100
        or (c.calculator ->> 'rate')::numeric not between 0.01 and 100000
      else true
    end
  ) else false end
$$;
revoke all on function private.is_calculator_list(jsonb) from public;
grant execute on function private.is_calculator_list(jsonb) to authenticated, service_role;
comment on function private.is_calculator_list(jsonb) is
  'Whether the JSON is a list of at most ten calculators, {kind, word, waste, rate}.';

alter table public.categories
  add column calculators jsonb not null default '[]',
  add constraint categories_calculators_check check (private.is_calculator_list(calculators));
comment on column public.categories.calculators is
  'What computes quantities on the pages of the products, [{kind, word, waste, rate}]: for products whose name has the word, with so many percent of waste; the rate is what the kind needs, such as kilograms of cement in a cubic metre.';
grant insert (calculators), update (calculators) on public.categories to authenticated;

create trigger categories_notify_calculators after update of calculators on public.categories
  for each row when (new.calculators is distinct from old.calculators)
  execute function private.notify_page_tag('old', 'categories');
