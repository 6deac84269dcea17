-- More words for the groups of limits: writes, beside reads, and the bytes of files.

create or replace function private.get_limit_group(limit_name text) returns text
language sql immutable set search_path = '' as $$
  -- The first group that knows a word of the name has the limit: quote_files are files, order_mails belong to orders.
  select coalesce(
    (
      select g.name
      from (values
        (1, 'realtime', 'sockets?|broadcasts?|topics?|channels?|presences?|realtime|subscriptions?'),
        (2, 'orders', 'orders?|carts?|wishlists?|stocks?|reservations?'),
        (3, 'files', 'files?|uploads?|images?|pictures?|renders?|transforms?|transformations?|downloads?|quote_bytes'),
        (4, 'accounts', 'accounts?|sign|sessions?|passwords?|codes?|factors?|providers?|recover|recovery|mails?|letters?|emails?|sms'),
        (5, 'contributions', 'messages?|reviews?|votes?|testimonials?|quotes?'),
        (6, 'database', 'reads?|writes?|rows?|embeds?|depth|requests?|quer(y|ies)|search(es)?|statements?|responses?|answers?|rpc|pages?|connections?')
      ) g (position, name, words)
      where limit_name ~ ('(^|_)(' || g.words || ')(_|$)')
      order by g.position
      limit 1
    ),
    'other'
  )
$$;
comment on function private.get_limit_group(text) is
  'What a limit protects, by the words of its name: orders, accounts, contributions, files, database, realtime; other for a name without a known word.';
