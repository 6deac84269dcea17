-- A line of a receipt that received more than a million pieces in all was refused by its constraint, and the error named
-- the whole row: with what it costs, which whoever receives goods may not read. It is refused before, in words.

do $$
declare
  definition constant text := pg_get_functiondef('private.receive_goods(jsonb)'::regprocedure);
  before constant text := E'  insert into public.receipt_arrivals (id, receipt_id, lines, actor_id, actor_name)\n';
begin
  if position(before in definition) = 0 then
    raise exception 'private.receive_goods is not as expected';
  end if;
  execute replace(definition, before, $sql$  if exists (
    select from jsonb_array_elements(lines) s
    join public.receipt_lines l on l.receipt_id = target.id and l.item_id = (s ->> 'item_id')::uuid
    where l.received_quantity + (s ->> 'quantity')::integer > 1000000
  ) then
    raise exception using errcode = 'YA010', message = 'Un bon reçoit au plus 1 000 000 pièces d''un article';
  end if;
$sql$ || before);
end
$$;
