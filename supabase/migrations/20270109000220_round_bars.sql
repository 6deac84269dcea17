-- «ronde» is known from round shovels, so that it was no mistake for «rond à béton», which the shop explained neither.
alter table public.search_synonyms disable trigger search_synonyms_record;
insert into public.search_synonyms (term, meanings) values
  ('rond à béton', array['fer à béton']),
  ('ronde à béton', array['fer à béton'])
on conflict (term_key) do nothing;
alter table public.search_synonyms enable trigger search_synonyms_record;
