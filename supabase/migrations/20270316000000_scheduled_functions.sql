-- The work that the process calls on a schedule stands in one table of jobs (jobs/scheduled-functions.ts).

comment on function private.check_cash(integer) is
  'Compares what the next orders have paid with the cash book, once a day for all of them. Returns whether there are more. Called by the process (jobs/scheduled-functions.ts), on a hosted project by a schedule.';
comment on function private.check_stock(integer) is
  'Compares the stocks of the next products with the ledger, once a day for all of them. Returns whether there are more. Called by the process (jobs/scheduled-functions.ts), on a hosted project by a schedule.';
comment on function private.close_sales_days() is
  'Counts the orders that are old enough into the sums, at most a month of them at once, counts changed days again, and once a day ranks the products; true when there may be more to do. Called every few minutes (jobs/scheduled-functions.ts); where nobody calls it, the figures are exact and slower.';
comment on function private.continue_product_imports() is
  'Deletes abandoned imports, and applies the next chunk of a confirmed one, whose browser may be gone; returns whether there was one. Called by the process (jobs/scheduled-functions.ts), on a hosted project by a schedule.';
comment on function private.refresh_reorder_items() is
  'Computes how fast everything sells, at most once an hour. Returns false: there is never more to do. Called by the process (jobs/scheduled-functions.ts), on a hosted project by a schedule.';
comment on function private.release_expired_stock(integer) is
  'Gives back the stock of pending orders that nobody confirmed in time, of at most max_orders. An account that has proven itself meanwhile keeps it. Returns whether there may be more. Called by the process (jobs/scheduled-functions.ts), on a hosted project by a schedule.';
