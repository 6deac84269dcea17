-- What the back office watches while it is open: orders, reviews, messages and quotes as they come. Who is told of a
-- row is decided by the table's own policies. The publication is there already, here as on a hosted project.

alter publication supabase_realtime add table
  public.orders, public.product_reviews, public.messages, public.quotes;
