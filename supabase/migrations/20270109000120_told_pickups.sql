-- An order that is fetched in the shop is ready when it is prepared, and nobody told those customers who have no e-mail
-- address. And whoever followed an order read «Tout est réglé» while the shop owed them money, after a return or when a
-- paid order was refused or cancelled: what remains to be paid is less than nothing then.
-- See docs/decisions/0063-tracking-and-messages.md.

do $$
declare
  definition text := pg_get_functiondef('private.track_order(text)'::regprocedure);
  before constant text := 'greatest(private.get_due_amount(o) - o.paid_amount, 0)';
  of_event constant text := 'where o.id = new.order_id';
begin
  if position(before in definition) = 0 then
    raise exception 'private.track_order is not as expected';
  end if;
  execute replace(definition, before, 'private.get_due_amount(o) - o.paid_amount');

  definition := pg_get_functiondef('private.enqueue_order_step()'::regprocedure);
  if position(of_event in definition) = 0 then
    raise exception 'private.enqueue_order_step is not as expected';
  end if;
  -- A delivery is told when it is on the road.
  execute replace(definition, of_event, of_event || '
    and (told <> ''prepared'' or o.pickup_point_name is not null)');
end
$$;

insert into private.told_steps (step, by_mail, by_text) values ('prepared', false, true);
drop trigger order_events_tell_customer on public.order_events;
create constraint trigger order_events_tell_customer after insert on public.order_events
  deferrable initially deferred for each row
  when (new.conflict is null
    and new.kind in (
      'called', 'confirmed', 'prepared', 'on_road', 'absent', 'changed', 'cancelled', 'return_accepted',
      'return_refused', 'refunded'
    )
    and (new.data ->> 'by') is distinct from 'customer')
  execute function private.enqueue_order_step();
