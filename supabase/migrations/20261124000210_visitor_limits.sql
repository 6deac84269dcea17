-- Limits of what visitors and customers write: one row a request, and messages, reviews and votes by account, device,
-- address and network. A network has a share of what a technician or a review may get, so that it cannot use it up
-- for everybody else. Names carry no link, since they stand in letters.

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('messages', 'everyone', 'email', 10, 3600, 'Messages aux techniciens d''une adresse e-mail'),
  ('messages', 'everyone', 'technician', 30, 3600, 'Messages à un technicien'),
  ('messages', 'everyone', 'account', 20, 3600, 'Messages aux techniciens d''un compte'),
  ('messages', 'everyone', 'address', 40, 3600, 'Messages aux techniciens d''une adresse IP'),
  ('messages', 'everyone', 'network', 80, 3600, 'Messages aux techniciens d''un réseau'),
  ('messages_to_technician', 'everyone', 'email', 3, 3600, 'Messages d''une adresse e-mail à un technicien'),
  ('messages_to_technician', 'everyone', 'network', 10, 3600, 'Messages d''un réseau à un technicien'),
  ('reviews', 'everyone', 'account', 30, 3600, 'Avis d''un compte'),
  ('reviews', 'everyone', 'address', 30, 3600, 'Avis d''une adresse IP'),
  ('reviews', 'everyone', 'network', 60, 3600, 'Avis d''un réseau'),
  ('votes', 'everyone', 'account', 60, 3600, 'Votes «Utile» d''un compte'),
  ('votes', 'everyone', 'device', 60, 3600, 'Votes «Utile» d''un appareil'),
  ('votes', 'everyone', 'address', 100, 3600, 'Votes «Utile» d''une adresse IP'),
  ('votes', 'everyone', 'network', 300, 3600, 'Votes «Utile» d''un réseau'),
  ('votes_for_review', 'everyone', 'network', 20, 86400, 'Votes «Utile» d''un réseau pour un avis'),
  ('wishlist', 'everyone', 'account', 500, null, 'Produits d''une liste de souhaits')
on conflict do nothing;

create function private.is_limited() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return current_setting('role') in ('anon', 'authenticated');
end
$$;
comment on function private.is_limited() is
  'Whether the request is a visitor''s or a customer''s. Administrators are customers here: they send no messages in bulk.';

create function private.take_visitor_limits(limit_name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- In one order, so that requests that wait for each other''s buckets do not deadlock.
  perform private.take_limit(limit_name, 'everyone', 'account', auth.uid()::text);
  perform private.take_limit(limit_name, 'everyone', 'address', private.get_client_address());
  perform private.take_limit(limit_name, 'everyone', 'network', private.get_client_network());
end
$$;
comment on function private.take_visitor_limits(text) is
  'Takes one from the limits of the caller''s account, address and network.';

-- One row a request ------------------------------------------------------------------------------------------------

create function private.require_one_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_limited() and exists (select from after_rows offset 1) then
    raise exception using errcode = 'YA008', message = 'Une seule ligne par requête';
  end if;
  return null;
end
$$;
comment on function private.require_one_row() is
  'Rejects a request of a visitor or a customer that inserts several rows.';

create trigger messages_require_one_row after insert on public.messages
  referencing new table as after_rows for each statement execute function private.require_one_row();
create trigger product_reviews_require_one_row after insert on public.product_reviews
  referencing new table as after_rows for each statement execute function private.require_one_row();
create trigger review_votes_require_one_row after insert on public.review_votes
  referencing new table as after_rows for each statement execute function private.require_one_row();

-- Names ------------------------------------------------------------------------------------------------------------

create function private.reject_link_in_name(name text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_limited() and private.contains_link(name) then
    raise check_violation using message = 'Un nom ne contient ni adresse ni lien';
  end if;
end
$$;

create function private.check_profile_names() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A name that was stored before this rule remains, and so may the rest of its profile be changed.
  if new.first_name is distinct from old.first_name then
    perform private.reject_link_in_name(new.first_name);
  end if;
  if new.last_name is distinct from old.last_name then
    perform private.reject_link_in_name(new.last_name);
  end if;
  return new;
end
$$;
create trigger profiles_check_names before update of first_name, last_name on public.profiles
  for each row execute function private.check_profile_names();

create function private.metadata_name(metadata jsonb, key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  name constant text := private.metadata_text(metadata, key, 100);
begin
  return case when not private.contains_link(name) then name end;
end
$$;
comment on function private.metadata_name(jsonb, text) is
  'A name from the metadata of a sign-up; null for one with a link. Never fails: a failure would abort the sign-up.';

create or replace function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, email, first_name, last_name, phone)
  values (
    new.id,
    new.email,
    private.metadata_name(new.raw_user_meta_data, 'first_name'),
    private.metadata_name(new.raw_user_meta_data, 'last_name'),
    private.metadata_text(new.raw_user_meta_data, 'phone', 40)
  )
  on conflict (id) do nothing;
  return null;
end
$$;

-- Messages ---------------------------------------------------------------------------------------------------------

create or replace function private.limit_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  recent record;
begin
  perform private.reject_link_in_name(new.name);
  -- Messages to one technician are serialized: two concurrent ones would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('messages.technician_id ' || new.technician_id::text, 0));
  select
    bool_or(m.technician_id = new.technician_id and lower(m.email) = lower(new.email) and m.message = new.message)
      as is_duplicate,
    count(*) filter (where m.technician_id = new.technician_id and lower(m.email) = lower(new.email))
      as from_sender_to_technician,
    count(*) filter (where lower(m.email) = lower(new.email)) as from_sender,
    count(*) filter (where m.technician_id = new.technician_id) as to_technician
  into recent
  from public.messages m
  where m.created_at > now() - interval '1 hour';
  if recent.is_duplicate then
    return null;
  end if;
  if recent.from_sender_to_technician >= private.get_limit_maximum('messages_to_technician', 'everyone', 'email') then
    perform private.refuse('messages_to_technician', 'everyone', 'email', 3600,
      'Vous avez déjà écrit plusieurs fois à ce technicien. Réessayez dans une heure.');
  end if;
  if recent.from_sender >= private.get_limit_maximum('messages', 'everyone', 'email') then
    perform private.refuse('messages', 'everyone', 'email', 3600,
      'Vous avez envoyé beaucoup de messages. Réessayez dans une heure.');
  end if;
  if recent.to_technician >= private.get_limit_maximum('messages', 'everyone', 'technician') then
    perform private.refuse('messages', 'everyone', 'technician', 3600,
      'Ce technicien a reçu beaucoup de messages. Réessayez dans une heure.');
  end if;
  if private.is_limited() then
    perform private.take_visitor_limits('messages');
    perform private.take_limit('messages_to_technician', 'everyone', 'network',
      private.get_client_network() || ' ' || new.technician_id::text);
  end if;
  return new;
end
$$;
comment on function private.limit_messages() is
  'Limits messages by the table of limits: a repeated message is ignored; beyond a limit, PT429 (HTTP 429) with a message for the sender.';

-- Votes ------------------------------------------------------------------------------------------------------------

create function private.limit_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_limited() then
    perform private.take_visitor_limits('votes');
    perform private.take_limit('votes', 'everyone', 'device', new.device_id::text);
    perform private.take_limit('votes_for_review', 'everyone', 'network',
      private.get_client_network() || ' ' || new.review_id::text);
  end if;
  return new;
end
$$;
comment on function private.limit_votes() is
  'Limits votes by account, device, address and network. A vote that is refused for another reason costs nothing.';
create trigger review_votes_limit before insert on public.review_votes
  for each row execute function private.limit_votes();

-- Wishlists --------------------------------------------------------------------------------------------------------

create function private.limit_wishlist() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  maximum constant bigint := private.get_limit_maximum('wishlist', 'everyone', 'account');
begin
  if private.is_limited() and (select count(*) from public.wishlist_items w where w.user_id = auth.uid()) > maximum then
    perform private.refuse('wishlist', 'everyone', 'account', null,
      format('Une liste de souhaits compte au plus %s produits', maximum));
  end if;
  return null;
end
$$;
comment on function private.limit_wishlist() is
  'Limits the products of a wishlist. A visitor''s list is merged in one request, so rows are not limited by request.';
create trigger wishlist_items_limit after insert on public.wishlist_items
  for each statement execute function private.limit_wishlist();

revoke execute on function
  private.is_limited(), private.take_visitor_limits(text), private.require_one_row(),
  private.reject_link_in_name(text), private.check_profile_names(), private.metadata_name(jsonb, text),
  private.limit_votes(), private.limit_wishlist()
  from public;
