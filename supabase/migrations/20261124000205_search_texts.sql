-- Each order computes its own search text, and that of each of its products again, because a table with triggers
-- before its updates computes all generated columns. In plpgsql the plans are kept; a function in SQL that cannot be
-- inlined is prepared by each statement.

create or replace function private.order_search_text(number text, customer_name text, customer_phone text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return ' ' || private.normalize_search_text(
    number || ' ' || customer_name || ' ' || regexp_replace(customer_phone, '[^0-9]', '', 'g')
  );
end
$$;

create or replace function private.product_search_text(name text, reference text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return ' ' || private.normalize_search_text(name) || coalesce(e'\n ' || private.normalize_search_text(reference), '');
end
$$;
