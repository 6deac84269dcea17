-- A spreadsheet shortens the thirteen digits of a bar code to «6,13E+12» and saves it so. Imported again, it was the bar
-- code of the product from then on, and no scanner found it any more.

do $$
declare
  definition text;
  change record;
begin
  for change in select * from (values
    ('private.validate_product_fields(jsonb, jsonb)',
     '  if char_length(product ->> ''barcode'') > 50 then
    problems := problems || private.build_problem(''barcode'', ''Le code-barres compte au plus 50 caractères'');
',
     '  if char_length(product ->> ''barcode'') > 50 then
    problems := problems || private.build_problem(''barcode'', ''Le code-barres compte au plus 50 caractères'');
  elsif product ->> ''barcode'' ~ ''^[0-9]([.,][0-9]+)?[Ee][+][0-9]+$'' then
    problems := problems || private.build_problem(''barcode'', ''Le tableur a abrégé ce code-barres : mettez sa colonne au format Texte'');
'),
    ('private.find_variant_problems(jsonb, jsonb)',
     '    (''barcode'', case when char_length(btrim(v.sent ->> ''barcode'')) > 50 then ''Le code-barres compte au plus 50 caractères'' end),
',
     '    (''barcode'', case
      when char_length(btrim(v.sent ->> ''barcode'')) > 50 then ''Le code-barres compte au plus 50 caractères''
      when v.sent ->> ''barcode'' ~ ''^[0-9]([.,][0-9]+)?[Ee][+][0-9]+$''
        then ''Le tableur a abrégé ce code-barres : mettez sa colonne au format Texte''
    end),
')
  ) as c (called, before, after)
  loop
    definition := pg_get_functiondef(change.called::regprocedure);
    if position(change.before in definition) = 0 then
      raise exception '% is not as expected', change.called;
    end if;
    execute replace(definition, change.before, change.after);
  end loop;
end
$$;
