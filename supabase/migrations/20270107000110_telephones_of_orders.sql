-- The telephone of an order is one number, which can be called: «+22670000000;ext=1» or two numbers in one field were links
-- to a number that nobody has, and the order was found by the last eight of all digits. What an order has already stays.

do $$
declare
  format constant text := '^[+( ]*([0-9][+() ./-]*){8,15}$';
  definition text;
  change record;
begin
  for change in select * from (values
    ('private.place_order()',
     $before$      or char_length(new.shipping_address ->> 'phone') not between 8 and 40 then$before$,
     $after$      or char_length(new.shipping_address ->> 'phone') not between 8 and 40
      or not by_service and (
        new.customer_phone !~ '%1$s' or new.shipping_address ->> 'phone' !~ '%1$s'
      ) then$after$),
    ('private.read_staff_order(jsonb, public.orders)',
     $before$char_length(result.customer_phone) between 8 and 40 is not true),$before$,
     $after$char_length(result.customer_phone) between 8 and 40 is not true
      or result.customer_phone is distinct from existing.customer_phone and result.customer_phone !~ '%1$s'),$after$)
  ) as c (called, before, after)
  loop
    definition := pg_get_functiondef(change.called::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected', change.called;
    end if;
    execute replace(definition, change.before, replace(change.after, '%1$s', format));
  end loop;
end
$$;
