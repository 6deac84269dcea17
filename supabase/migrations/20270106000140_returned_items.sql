-- Pieces of a product that has options since, or of an option that is gone, were counted into a stock that nobody has.
create or replace function private.find_pieces_problem(of_order uuid, lines jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when count(*) not between 1 and 150 or bool_or(i.order_id is null or l.quantity is null or l.quantity < 1)
      or bool_or(l.destination in ('stock', 'repair', 'loss') is not true)
      then 'Les articles comptés sont invalides'
    when bool_or(l.destination = 'stock' and i.product_id is null)
      then 'Un produit supprimé ne retourne pas en stock'
    when bool_or(l.destination = 'stock' and not exists (
      select from public.sellable_items s where s.id = coalesce(i.variant_id, i.product_id)
    )) then format(
      '« %s » n''est plus en vente sous cette forme : comptez-le en réparation ou en perte, puis corrigez le stock',
      min(i.name) filter (where not exists (select from public.sellable_items s where s.id = coalesce(i.variant_id, i.product_id)))
    )
  end
  from private.read_pieces(lines) l
  left join public.order_items i on i.order_id = of_order and i.position = l.position
$$;
