-- Whoever made a synonym of a missed search and tried it was shown the old results once more: they were old, not wrong.
-- See docs/decisions/0065-search-documents.md.

drop trigger search_synonyms_notify_pages on public.search_synonyms;
create trigger search_synonyms_notify_pages
  after insert or update or delete or truncate on public.search_synonyms
  for each statement execute function private.notify_page_tag('wrong', 'search');
