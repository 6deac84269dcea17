-- Accounts cost a stranger nothing: with a hundred of them, each within its own limits, one network could order the whole
-- stock. So an order counts for its network once for each 50,000 francs begun, as an image counts by its size.

create or replace function private.check_order_limits(
  placed public.orders, audience text, lines integer, largest_line integer
) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  phone_key constant text := private.get_phone_key(placed.customer_phone);
  -- All who fetch their orders at one point would share a place.
  place_key constant text := case
    when placed.pickup_point_id is null then private.get_place_key(placed.shipping_address)
  end;
  allowed record;
  ignored text;
begin
  -- Concurrent orders of one customer would not see each other. Every order takes these locks in this order, and
  -- after those of its products.
  ignored := num_nulls(
    pg_advisory_xact_lock(hashtextextended('orders.user_id ' || placed.user_id::text, 0)),
    pg_advisory_xact_lock(hashtextextended('orders.phone ' || phone_key, 0)),
    pg_advisory_xact_lock(hashtextextended('orders.place ' || place_key, 0))
  )::text;
  select
    l.orders_by_network, l.lines, l.pieces, l.value, l.reservation_hours,
    -- Is there as many an open order as are allowed? A null maximum skips its question.
    case
      when l.open_by_account = 0 or l.open_by_account > 0 and exists (
        select from public.orders o
        where o.user_id = placed.user_id and o.status = 'pending' and o.stock_released_at is null
        offset l.open_by_account - 1
      ) then 'account'
      when l.open_by_phone = 0 or l.open_by_phone > 0 and exists (
        select from public.orders o
        where private.get_phone_key(o.customer_phone) = phone_key and o.status = 'pending' and o.stock_released_at is null
        offset l.open_by_phone - 1
      ) then 'phone'
      when l.open_by_place = 0 or l.open_by_place > 0 and exists (
        select from public.orders o
        where private.get_place_key(o.shipping_address) = place_key and o.status = 'pending' and o.stock_released_at is null
        offset l.open_by_place - 1
      ) then 'place'
    end as full_scope
  into allowed
  from private.order_limits l
  where l.audience = check_order_limits.audience;
  if lines > allowed.lines then
    perform private.refuse_order('order_lines', audience, 'order',
      format('Une commande compte au plus %s articles', allowed.lines));
  elsif largest_line > allowed.pieces then
    perform private.refuse_order('order_pieces', audience, 'line',
      format('Une commande compte au plus %s pièces d''un article', allowed.pieces));
  elsif placed.total_amount > allowed.value then
    perform private.refuse_order('order_value', audience, 'order',
      format('Une commande est limitée à %s XOF', private.format_thousands(allowed.value)));
  elsif allowed.full_scope is not null then
    perform private.refuse_order('orders_open', audience, allowed.full_scope,
      case allowed.full_scope
        when 'account' then 'Vous avez déjà beaucoup de commandes en attente'
        when 'phone' then 'Ce numéro a déjà beaucoup de commandes en attente'
        else 'Cette adresse a déjà beaucoup de commandes en attente'
      end);
  end if;
  if allowed.orders_by_network is not null then
    -- A shop that is not told of the proxy before it (TRUST_PROXY) sees its own machine's address for everybody: it
    -- must go on selling.
    perform private.take_limit(
      'orders', audience, 'network', nullif(nullif(private.get_client_network(), '127.0.0.0/24'), '::/56'),
      -- A hundred accounts of one person could take the whole stock in large orders.
      greatest(1, least(ceil(placed.total_amount / 50000.0), allowed.orders_by_network))::integer,
      'Beaucoup de commandes viennent d''arriver de votre réseau. Appelez-nous, ou réessayez plus tard');
  end if;
  return now() + make_interval(hours => allowed.reservation_hours::integer);
end
$$;

update public.limits
set label = 'Commandes d''un réseau, comptes non confirmés (une par tranche de 50 000 F)'
where name = 'orders' and audience = 'unproven' and scope = 'network';
