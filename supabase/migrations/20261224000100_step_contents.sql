-- An order named the unit and the size of the step that its customer saw, and not what a packet holds: tiles that came in
-- boxes of 1.44 m² and now in boxes of 1.2 m² were ordered as if nothing had changed.
-- See docs/decisions/0071-variants-and-units.md.

create function private.is_same_step(
  sent text, step_size numeric, unit text, content_size numeric, content_unit text
) returns boolean
language sql immutable set search_path = '' as $$
  select sent = private.get_step_text(step_size, unit)
    or coalesce(
      sent = private.get_step_text(step_size, unit) || ' ' || private.get_step_text(content_size, content_unit), false
    )
$$;
revoke all on function private.is_same_step(text, numeric, text, numeric, text) from public;
comment on function private.is_same_step(text, numeric, text, numeric, text) is
  'Whether an item of an order means the step of today: «0.5 metre», or of packets also what one holds, «1 box 1.44 square_metre».';

do $$
declare
  definition text;
  change record;
begin
  for change in select * from (values
    ('private.place_order()',
     'l.step = private.get_step_text(p.step_size, p.unit)',
     'private.is_same_step(l.step, p.step_size, p.unit, p.content_size, p.content_unit)'),
    ('private.place_variants(uuid, uuid[], integer[], text[], boolean, boolean, integer, uuid)',
     'l.step = private.get_step_text(p.step_size, p.unit)',
     'private.is_same_step(l.step, p.step_size, p.unit, coalesce(v.content_size, p.content_size), p.content_unit)'),
    ('private.raise_stock_error(text[], uuid[], integer[], jsonb, text[], boolean)',
     'l.step is distinct from private.get_step_text(p.step_size, p.unit) and l.step is not null as has_other_step',
     'l.step is not null and not private.is_same_step(l.step, p.step_size, p.unit, p.content_size, p.content_unit) as has_other_step'),
    ('private.raise_stock_error(text[], uuid[], integer[], jsonb, text[], boolean)',
     'where l.step <> private.get_step_text(p.step_size, p.unit) or',
     'where l.step is not null and not private.is_same_step(l.step, p.step_size, p.unit, p.content_size, p.content_unit) or')
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
