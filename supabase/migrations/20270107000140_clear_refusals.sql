-- Of two employees who resume one draft, the second is told the number of the order that the first has placed. Who takes
-- more out of the drawer than it holds is told what to do.

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
      );$after$),
    ('private.check_drawer()',
     $before$enregistrez d''abord ce qu''il a reçu d''autre$before$,
     $after$enregistrez d''abord l''argent qui y a été mis$after$)
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
