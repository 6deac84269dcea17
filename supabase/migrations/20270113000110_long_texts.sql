-- A text that is too long was told to be missing: a name of 10,000 characters read «Le nom est requis».

do $$
declare
  change record;
  definition text;
begin
  for change in select * from (values
    ('private.place_order()',
     $before$    when char_length(new.customer_name) between 2 and 200 is not true then 'Le nom est requis'
$before$,
     $after$    when char_length(new.customer_name) > 200 then 'Le nom compte au plus 200 caractères'
    when char_length(new.customer_name) >= 2 is not true then 'Le nom est requis'
$after$),
    ('private.place_order()',
     $before$    when char_length(new.shipping_address ->> 'address') not between case when is_delivered then 5 else 0 end and 500
      then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') not between case when is_delivered then 2 else 0 end and 120
      then 'Ville requise'
$before$,
     $after$    when char_length(new.shipping_address ->> 'address') > 500 then 'L''adresse compte au plus 500 caractères'
    when is_delivered and char_length(new.shipping_address ->> 'address') < 5 then 'Adresse requise'
    when char_length(new.shipping_address ->> 'city') > 120 then 'La ville compte au plus 120 caractères'
    when is_delivered and char_length(new.shipping_address ->> 'city') < 2 then 'Ville requise'
$after$),
    ('private.read_staff_order(jsonb, public.orders)',
     $before$    ('customer_name', 'Le nom est requis', char_length(result.customer_name) between 2 and 200 is not true),
$before$,
     $after$    ('customer_name', 'Le nom est requis', char_length(result.customer_name) >= 2 is not true),
    ('customer_name', 'Le nom compte au plus 200 caractères', char_length(result.customer_name) > 200),
$after$),
    ('private.read_staff_order(jsonb, public.orders)',
     $before$    ('address', 'Adresse requise',
      char_length(result.shipping_address ->> 'address') not between case when is_delivered then 5 else 0 end and 500),
    ('city', 'Ville requise',
      char_length(result.shipping_address ->> 'city') not between case when is_delivered then 2 else 0 end and 120),
$before$,
     $after$    ('address', 'Adresse requise', is_delivered and char_length(result.shipping_address ->> 'address') < 5),
    ('address', 'L''adresse compte au plus 500 caractères', char_length(result.shipping_address ->> 'address') > 500),
    ('city', 'Ville requise', is_delivered and char_length(result.shipping_address ->> 'city') < 2),
    ('city', 'La ville compte au plus 120 caractères', char_length(result.shipping_address ->> 'city') > 120),
$after$),
    ('private.read_staff_order(jsonb, public.orders)',
     $before$      result.discount_amount > 0 and char_length(result.discount_reason) between 1 and 200 is not true)
$before$,
     $after$      result.discount_amount > 0 and result.discount_reason is null),
    ('discount_reason', 'Le motif compte au plus 200 caractères',
      result.discount_amount > 0 and char_length(result.discount_reason) > 200)
$after$),
    ('private.find_event_problem(text, jsonb)',
     $before$      then 'La référence du paiement mobile est requise'
$before$,
     $after$      then case when char_length(btrim(data ->> 'reference')) > 100 then 'La référence compte au plus 100 caractères'
        else 'La référence du paiement mobile est requise' end
$after$),
    ('private.find_event_problem(text, jsonb)',
     $before$      then 'Le motif est requis'
$before$,
     $after$      then case when char_length(btrim(data ->> 'reason')) > 500 then 'Le motif compte au plus 500 caractères'
        else 'Le motif est requis' end
$after$),
    ('private.change_order_status()',
     $before$message = 'Le motif de l''annulation est requis';$before$,
     $after$message = case when char_length(btrim(new.cancellation_reason)) > 500
      then 'Le motif compte au plus 500 caractères' else 'Le motif de l''annulation est requis' end;$after$),
    ('private.reverse_cash_movement(uuid, text)',
     $before$message = 'Le motif est requis';$before$,
     $after$message = case when char_length(reason) > 500
      then 'Le motif compte au plus 500 caractères' else 'Le motif est requis' end;$after$),
    ('private.refund_order(jsonb)',
     $before$message = 'La référence du paiement mobile est requise';$before$,
     $after$message = case when char_length(reference) > 100
      then 'La référence compte au plus 100 caractères' else 'La référence du paiement mobile est requise' end;$after$)
  ) as c (called, before, after)
  loop
    definition := pg_get_functiondef(change.called::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected: %', change.called, change.before;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
