-- Of two employees who resume one draft, the second is told the number of the order that the first has placed.

do $$
declare
  definition text;
  change record;
begin
  for change in select * from (values
    ('private.place_staff_order(jsonb)',
     $before$message = 'Cette commande a déjà été envoyée avec un autre contenu';$before$,
     $after$message = format(
        'Cette commande est déjà passée avec un autre contenu, sous le numéro %s',
        (select o.number from public.orders o where o.id = sent.id)
      );$after$)
  ) as c (called, before, after)
  loop
    definition := pg_get_functiondef(change.called::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected', change.called;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
