-- Lists and searches read a bounded number of rows in some milliseconds. The planner, which expects to read more before
-- it has found as many, had them read by parallel workers, and starting these took ten times as long.
alter function private.find_newest_ids(text, text, text[], integer) set max_parallel_workers_per_gather = 0;
alter function private.count_up_to_limit(text) set max_parallel_workers_per_gather = 0;
alter function private.find_products(text, text, text, boolean, boolean, integer) set max_parallel_workers_per_gather = 0;
alter function private.find_documents(tsquery, text, integer, boolean) set max_parallel_workers_per_gather = 0;
alter function private.walk_products(text, text, text, integer, integer) set max_parallel_workers_per_gather = 0;
alter function private.count_faceted_products(text, text[]) set max_parallel_workers_per_gather = 0;
alter function private.count_facet_values(text, text[], text[], integer, integer) set max_parallel_workers_per_gather = 0;
alter function public.list_faceted_products(text[], text, uuid, integer, integer, boolean, boolean, text, integer, integer)
  set max_parallel_workers_per_gather = 0;
alter function public.list_highest_stocks(integer, integer) set max_parallel_workers_per_gather = 0;
alter function public.list_category_products(uuid, text, integer, integer, boolean, boolean, uuid, integer, integer)
  set max_parallel_workers_per_gather = 0;
