-- «À 200 000» without a currency is a price, as «à 200 000 F» is. It was three words of the search, which began with a
-- generator of 1,150,000 francs.
create or replace function private.split_price(query text, OUT rest text, OUT min_price integer, OUT max_price integer)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  amount constant text := '(\d{1,3}(?:[ .]\d{3})+|\d{1,8}(?: ?(?:mille|mil|k)\y)?)';
  currency constant text := ' ?(?:f ?cfa|cfa|xof|francs?|frs?|f)\y';
  -- A number with a unit is a size («moins de 2000 watts»). Without a currency the text ends, or goes on with the use.
  priced constant text := amount || '(?:' || currency || '|(?=\s*$|\s*[,;.?!]|\s(?:pour|avec|dans|sur|chez|a|et|svp|stp)\y))';
  patterns constant text[] := array[
    'entre ' || amount || '(?:' || currency || ')? (?:et|a) ' || priced,
    '(?:moins (?:cher )?(?:de|que)|pas plus (?:cher )?(?:de|que)|(?:maximum|maxi|max|budget)(?: (?:de|max|maxi|maximum))?|jusqu''? ?a'
      || '|dessous de|inferieure?s? a|<=?) ?:? ?' || priced,
    '(?:plus (?:cher )?(?:de|que)|(?:minimum|mini|min)(?: de)?|a partir de|dessus de|superieure?s? a|>=?) ?:? ?' || priced,
    -- «20000 max», «à 5000 F».
    amount || '(?:(?:' || currency || ')? (?:maximum|maxi|max|au plus)\y|' || currency || ')',
    -- «j'ai 10000 pour une caisse», «avec 15000 quelle meuleuse»: no «avec 2000 watts», and no small number.
    '(?:j''? ?ai|avec)(?: que| seulement)? (\d{4,8}|\d{1,3}(?:[ .]\d{3})+|\d{1,5} ?(?:mille|mil|k))(?:' || currency || '|(?=\s*$|\s*[,;.?!]|\s(?:pour|quel|quelle)\y))',
    -- «autour de 30000».
    '(?:autour de|environ|aux? (?:alentours?|environs?) de|a peu pres|dans les) ' || priced,
    -- «groupe à 200 000», «perceuse à 25 mille»: no «de 500 à 1000».
    '(?<!\d )a (?=\d{4}|\d{1,3}[ .]\d{3}|\d+ ?mille)' || priced
  ];
  typed constant text := private.to_digits(private.normalize_search_text(left(query, 300)));
  pattern text;
  found text[];
  amounts integer[];
begin
  if typed !~ '\d{3}|\d ?(?:mille|mil|k)\y' then
    return;
  end if;
  for i in 1 .. cardinality(patterns) loop
    pattern := '(?:^|\s)(?:(?:a|de|pour|avec|en|au|prix|mon|un)[ -])*' || patterns[i];
    found := regexp_match(typed, pattern);
    continue when found is null;
    amounts := array(
      select least(regexp_replace(f.text, '\D', '', 'g')::bigint * case when f.text ~ '[mk]' then 1000 else 1 end, 2000000000)
      from unnest(found) with ordinality f (text, n) order by f.n
    );
    -- «entre 10 et 20 mille»
    if amounts[1] < 1000 and found[2] ~ '[mk]' then
      amounts[1] := amounts[1] * 1000;
    end if;
    -- Nothing is sold for less: «max 12» is a size.
    continue when amounts[cardinality(amounts)] < 100;
    rest := btrim(regexp_replace(typed, pattern, ' '));
    if rest !~ '[a-z0-9]{2}' then
      rest := null;
      return;
    end if;
    if i = 6 then
      amounts := array[(amounts[1] * 0.75)::integer, least(amounts[1] * 1.25, 2000000000)::integer];
    end if;
    min_price := case when i in (1, 3, 6) then amounts[1] end;
    max_price := case when i <> 3 then amounts[cardinality(amounts)] end;
    return;
  end loop;
end
$function$;
