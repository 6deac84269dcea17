-- The document of an imported product took 437 ms of a processor for 1,000, more than to validate and apply their lines (325),
-- and was written while these were applied, by a third session on two processors. It is found by its name until then. Now
-- documents wait until an import has been applied, and take less: a lookahead was a fifth of them, and names without «3 à 8»
-- were normalized once more.
create or replace function private.to_document_words(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  words text := private.to_search_words(value);
begin
  if words !~ '\d' then
    return words;
  end if;
  -- Each dimension by itself, then the sizes without their unit, which say less than a number that was written alone.
  if words ~ '\dx\d|\d[a-z][a-z]?x\d' then
    words := regexp_replace(words, '\y(\d+(?:d\d+)?)[a-z]{0,2}x(\d+(?:d\d+)?)(mm2|[a-z]{1,2})?\y', '\1x\2 \1\3 \2\3', 'g');
    words := regexp_replace(
      words, '\y(\d+(?:d\d+)?)[a-z]{0,2}x(\d+(?:d\d+)?)[a-z]{0,2}x(\d+(?:d\d+)?)([a-z]{1,2})?\y',
      '\1x\2x\3 \1x\2 \1\4 \2\4 \3\4', 'g'
    );
  end if;
  if words ~ '[a-z]\dx|[a-z]\d\dx' then
    words := regexp_replace(words, '\y([a-z]{1,2}\d{1,2})x(\d+)(mm)?\y', '\1x\2 \1 \2mm', 'g');
  end if;
  if strpos(words, '0o') > 0 then
    words := replace(regexp_replace(words, '\y0o(\d+(?:d\d+)?)(?:mm)?\y', '\1 \1mm', 'g'), ' 0o', ' ');
  end if;
  if words ~ '\ds\d' then
    words := regexp_replace(words, '\y(\d+s\d+)(po)?\y', '\1\2 \1', 'g');
    words := regexp_replace(words, '\y(\d+)s(100?)\y', '\1s\2 n\1', 'g');
  end if;
  if words ~ '\d[a-z]' then
    -- A unit, and no s, x or n before the number of «1s2», «3x2» or «n2».
    words := regexp_replace(
      words, '\y(\d+(?:d\d+)?)([a-z]{2,3}[23]?|[a-mo-rt-wyz][23]?|[nsx])\y', '\1\2 n\1', 'g');
  end if;
  return words;
end
$function$;

create or replace function private.list_sizes_of_ranges(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  -- Few names have one, and the others are not normalized for it.
  if value !~ '\d\W+[aAàÀ]\u0300?\W+\d' then
    return null;
  end if;
  return (
    select string_agg('r' || n.size, ' ')
    from regexp_matches(
      private.normalize_search_text(value), '(?<![0-9.,/])(\d{1,3}) a (\d{1,3})(?![0-9.,/]) ?(?:mm|cm)?\y', 'g'
    ) r (range)
    cross join lateral generate_series(r.range[1]::integer, least(r.range[2]::integer, r.range[1]::integer + 50)) n (size)
  );
end
$function$;

create or replace function private.write_pending_documents(max_products integer DEFAULT 500)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A chunk takes less than a second, and a job goes on with an import whose browser is gone.
  pause constant interval := '10 seconds';
  ids uuid[];
begin
  if exists (
    select from private.product_imports i join private.product_import_chunks c on c.import_id = i.id
    where i.state = 'applying' and c.applied_at > now() - pause
  ) then
    return false;
  end if;
  with taken as (
    delete from private.pending_documents where product_id in (
      select d.product_id from private.pending_documents d order by d.product_id limit max_products for update skip locked
    ) returning product_id
  )
  select array_agg(product_id) into ids from taken;
  perform private.write_product_documents(ids);
  return coalesce(cardinality(ids), 0) = max_products;
end
$function$;
