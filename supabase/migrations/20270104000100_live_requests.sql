-- The back office is told of requests for a return and for the prices of professionals as of orders: its badge counts
-- them, and follows them without a reload. Each table's own policies decide who receives a row.

alter publication supabase_realtime add table public.order_returns, public.price_list_members;
