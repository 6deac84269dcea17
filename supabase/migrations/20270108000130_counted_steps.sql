-- What open orders hold on the shelf was counted in the steps in which they were placed, and a count of cable that is sold
-- by half metres since booked a difference that nobody had found.

do $$
declare
  definition text := pg_get_functiondef('private.save_count_line(jsonb)'::regprocedure);
  before constant text := 'select coalesce(sum(i.quantity), 0)::integer
      from public.order_items i';
begin
  if position(before in definition) = 0 then
    raise exception 'private.save_count_line is not as expected';
  end if;
  execute replace(definition, before,
    'select coalesce(sum(
        i.quantity + private.get_step_difference(i.quantity, i.sold_by, s.unit, s.step_size)
      ), 0)::integer
      from public.order_items i');
end
$$;
