-- An order that somebody changed while it was being picked was recorded as prepared with what the list had shown before, and
-- nobody was told that the parcel lacks something. The picking list says which contents it shows, and an order is prepared
-- with these or not at all.

create function private.get_order_contents(of_order uuid) returns text
language sql stable security definer set search_path = '' as $$
  select md5(coalesce(string_agg(
    concat_ws(E'\t', i.position, i.name, i.sold_by, i.quantity - i.returned_quantity), E'\n' order by i.position
  ), ''))
  from public.order_items i where i.order_id = of_order
$$;
comment on function private.get_order_contents(uuid) is
  'Differs when other goods, or another number of them, belong into the parcel of an order.';
revoke execute on function private.get_order_contents(uuid) from public;

do $$
declare
  definition text;
  change record;
begin
  for change in select * from (values
    ('private.pick_list(uuid[])',
     $before$jsonb_build_object('id', n.order_id, 'number', n.number, 'quantity', n.pieces)$before$,
     $after$jsonb_build_object(
          'id', n.order_id, 'number', n.number, 'quantity', n.pieces,
          'contents', private.get_order_contents(n.order_id)
        )$after$),
    ('private.record_order_event(jsonb)',
     $before$  cash := private.read_amount(sent.data, 'cash');
$before$,
     $after$  if sent.kind = 'prepared' and event ->> 'contents' <> private.get_order_contents(target.id) then
    raise exception using errcode = 'YA010',
      message = 'Ses articles ont changé entre-temps : vérifiez la liste, puis recommencez';
  end if;
  cash := private.read_amount(sent.data, 'cash');
$after$)
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
