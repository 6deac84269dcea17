-- A product is found by the names of all categories above it: what is in «Tubes PVC» is also plumbing. The rest of the
-- functions stays as it is.
do $migration$
declare
  words text := pg_get_functiondef('private.compute_document_words(public.products)'::regprocedure);
  kept text := pg_get_functiondef('private.keep_documents_of_category()'::regprocedure);
  own constant text := 'from (select) one left join public.categories c on c.id = product.category_id';
  listed constant text := 'where p.category_id = new.id';
begin
  if position(own in words) = 0 or position(listed in kept) = 0 then
    raise exception 'the documents of the search name their categories in another way';
  end if;
  execute replace(words, own,
    'from (
    select string_agg(a.name, '' '') as name from public.categories a
    where a.id = any (private.category_and_ancestors(product.category_id))
  ) c');
  execute replace(kept, listed, 'where p.category_id = any (private.category_and_descendants(new.id))');
end
$migration$;

drop trigger categories_write_documents on public.categories;
create trigger categories_write_documents after update of name, parent_id on public.categories
  for each row when (old.name is distinct from new.name or old.parent_id is distinct from new.parent_id)
  execute function private.keep_documents_of_category();
