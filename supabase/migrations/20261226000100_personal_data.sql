-- A customer's personal data: what the shop has of a person as one document, and its erasure. What stays is what the
-- books need: the orders, their lines, amounts, days and towns. See docs/decisions/0080-personal-data.md.

insert into public.limits (name, audience, scope, maximum, period_seconds, label) values
  ('account_exports', 'everyone', 'account', 5, 86400, 'Copies de ses données'),
  ('account_erasures', 'everyone', 'account', 10, 3600, 'Demandes d''effacement de son compte')
on conflict do nothing;

create type private.person as (accounts uuid[], emails text[], numbers text[]);
comment on type private.person is
  'Whose data it is: accounts, and the e-mail addresses and telephone numbers (in international digits) that are theirs. What carries none of them is nobody''s.';

-- Who it is --------------------------------------------------------------------------------------------------------

create function private.get_own_person() returns private.person
language sql stable security definer set search_path = '' as $$
  -- An address that was only typed may be somebody else's. So may the orders of a number that was given to another
  -- customer since: those are for the team, who can ask.
  select array[a.id], case when a.is_email_proven then array[lower(a.email)] else '{}' end, '{}'::text[]
  from private.order_audiences a where a.id = auth.uid()
$$;
comment on function private.get_own_person() is 'The caller, with their address if it is proven.';

create function private.find_person(account uuid, contact text) returns private.person
language plpgsql stable security definer set search_path = '' as $$
declare
  address constant text := case when contact like '%@%' then lower(btrim(contact)) end;
  number constant text := case when contact not like '%@%' then private.get_text_number(contact) end;
  accounts uuid[];
  emails text[];
  numbers text[];
begin
  accounts := array(select u.id from auth.users u where u.id = account or lower(u.email) = address or u.phone = number);
  emails := array(
    select lower(u.email) from auth.users u where u.id = any (accounts) and u.email <> ''
    union select address where address is not null
  );
  numbers := array(
    select u.phone from auth.users u where u.id = any (accounts) and u.phone <> ''
    union
    select private.get_text_number(p.phone) from public.profiles p
    where p.id = any (accounts) and private.get_text_number(p.phone) is not null
    union select number where number is not null
  );
  -- An account without an address or a number of its own is that of its orders.
  accounts := array(
    select unnest(accounts)
    union
    select o.user_id from public.orders o join auth.users u on u.id = o.user_id
    where u.is_anonymous and private.get_text_number(o.customer_phone) = any (numbers)
      and private.get_phone_key(o.customer_phone) in (select private.get_phone_key(n) from unnest(numbers) n)
  );
  return (accounts, emails, numbers);
end
$$;
comment on function private.find_person(uuid, text) is
  'The person of an account, of an e-mail address or of a telephone number, with everything that belongs together: for the team, who have made sure of who asks.';

create function private.list_orders_of(person private.person) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id from public.orders o where o.user_id = any (person.accounts)
  union
  -- What staff entered for somebody without an account.
  select o.id from public.orders o
  where o.user_id is null and o.customer_email = any (person.emails)
  union
  select o.id from public.orders o
  where o.user_id is null and private.get_text_number(o.customer_phone) = any (person.numbers)
    and private.get_phone_key(o.customer_phone) in (select private.get_phone_key(n) from unnest(person.numbers) n)
$$;
comment on function private.list_orders_of(private.person) is 'The ids of a person''s orders.';

create function private.list_open_orders_of(person private.person) returns setof text
language sql stable security definer set search_path = '' as $$
  select o.number from public.orders o
  where o.id in (select private.list_orders_of(person)) and (
    o.status in ('pending', 'processing')
    or o.paid_amount > case when o.status = 'cancelled' then 0 else o.total_amount - o.credited_amount end
    or exists (select from public.order_returns r where r.order_id = o.id and r.state in ('requested', 'accepted'))
  )
  order by o.created_at
$$;
comment on function private.list_open_orders_of(private.person) is
  'The numbers of a person''s orders that somebody still has to do something for: deliver, refund, take back.';

create function private.is_draft_of(draft public.order_drafts, person private.person) returns boolean
language sql stable set search_path = '' as $$
  select private.get_text_number(draft.data ->> 'phone') = any (person.numbers)
$$;
comment on function private.is_draft_of(public.order_drafts, private.person) is 'Whether staff are typing an order of the person.';
create function private.is_review_of(review public.product_reviews, person private.person) returns boolean
language sql stable set search_path = '' as $$
  select review.author_id = any (person.accounts) or lower(review.email) = any (person.emails)
$$;
comment on function private.is_review_of(public.product_reviews, private.person) is 'Whether the person wrote the review.';
create function private.is_alert_of(alert public.stock_alerts, person private.person) returns boolean
language sql stable set search_path = '' as $$
  select alert.user_id = any (person.accounts) or lower(alert.email) = any (person.emails)
$$;
comment on function private.is_alert_of(public.stock_alerts, private.person) is 'Whether the person waits for the product.';
create function private.is_message_of(message public.messages, person private.person) returns boolean
language sql stable set search_path = '' as $$
  select lower(message.email) = any (person.emails) or private.get_text_number(message.phone) = any (person.numbers)
$$;
comment on function private.is_message_of(public.messages, private.person) is 'Whether the person wrote the message.';
create function private.list_quote_files_of(person private.person) returns setof text
language sql stable security definer set search_path = '' as $$
  select f.name from storage.objects f where f.bucket_id = 'quotes' and f.owner_id = any (person.accounts::text[])
$$;
comment on function private.list_quote_files_of(private.person) is
  'The files for quotes that the person sent while signed in. A visitor''s names nobody.';

-- The copy ---------------------------------------------------------------------------------------------------------

create function private.describe_person(person private.person) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'boutique', (select s.shop_name from public.shop_settings s),
    'cree_le', now(),
    'comptes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'identifiant', u.id, 'email', nullif(u.email, ''), 'telephone', nullif(u.phone, ''),
        'email_confirme_le', u.email_confirmed_at, 'telephone_confirme_le', u.phone_confirmed_at,
        'cree_le', u.created_at, 'derniere_connexion', u.last_sign_in_at, 'donnees_inscription', u.raw_user_meta_data,
        'prenom', p.first_name, 'nom', p.last_name, 'telephone_du_profil', p.phone, 'adresse', p.address,
        'ville', p.city, 'code_postal', p.postal_code, 'client_de_confiance', p.is_trusted,
        'note_de_la_boutique', n.note, 'second_facteur', exists (
          select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
        )
      ) order by u.created_at), '[]')
      from auth.users u left join public.profiles p on p.id = u.id left join public.customer_notes n on n.customer_id = u.id
      where u.id = any (person.accounts)
    ),
    'adresses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'nom', a.name, 'adresse', a.address, 'ville', a.city, 'code_postal', a.postal_code, 'quartier', a.quarter,
        'repere', a.landmark, 'latitude', a.latitude, 'longitude', a.longitude, 'cree_le', a.created_at
      ) order by a.created_at), '[]')
      from public.customer_addresses a where a.user_id = any (person.accounts)
    ),
    'commandes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'numero', o.number, 'passee_le', o.created_at, 'statut', o.status, 'etape', o.stage, 'origine', o.source,
        'nom', o.customer_name, 'email', o.customer_email, 'telephone', o.customer_phone,
        'adresse_de_livraison', o.shipping_address, 'zone', o.zone_name, 'point_de_retrait', o.pickup_point_name,
        'jour_de_livraison', o.delivery_day, 'note', o.notes, 'motif_annulation', o.cancellation_reason,
        'paiement', o.payment_info ->> 'method', 'total', o.total_amount, 'livraison', o.shipping_amount,
        'remise', o.discount_amount, 'motif_remise', o.discount_reason, 'code_promo', o.promo_code,
        'paye', o.paid_amount, 'avoir', o.credited_amount,
        'lignes', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'article', i.name, 'prix_unitaire', i.unit_price, 'quantite', i.quantity, 'remise', i.discount_amount,
            'rendue', i.returned_quantity
          ) order by i.position), '[]')
          from public.order_items i where i.order_id = o.id
        ),
        'evenements', (
          select coalesce(jsonb_agg(jsonb_build_object('quoi', e.kind, 'date', e.at, 'details', e.data) order by e.at, e.id), '[]')
          from public.order_events e where e.order_id = o.id
        ),
        'retours', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'demande_le', r.created_at, 'etat', r.state, 'motif', r.reason, 'motif_refus', r.refusal_reason,
            'photo', r.photo_path, 'avoir', r.credit_amount
          ) order by r.created_at), '[]')
          from public.order_returns r where r.order_id = o.id
        ),
        'numero_du_colis', (select c.tracking_number from public.carrier_parcels c where c.order_id = o.id)
      ) order by o.created_at), '[]')
      from public.orders o where o.id in (select private.list_orders_of(person))
    ),
    'brouillons_de_commande', (
      select coalesce(jsonb_agg(jsonb_build_object('cree_le', d.created_at, 'contenu', d.data) order by d.created_at), '[]')
      from public.order_drafts d where private.is_draft_of(d, person)
    ),
    'demandes_avis', (
      select coalesce(jsonb_agg(jsonb_build_object('email', r.customer_email, 'cree_le', r.created_at, 'utilisee_le', r.used_at) order by r.created_at), '[]')
      from public.review_requests r where r.order_id in (select private.list_orders_of(person))
    ),
    'avis', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'produit', p.name, 'note', r.rating, 'titre', r.title, 'texte', r.comment, 'nom_affiche', r.name,
        'email', r.email, 'publie', r.is_published, 'achat_verifie', r.is_verified, 'cree_le', r.created_at
      ) order by r.created_at), '[]')
      from public.product_reviews r join public.products p on p.id = r.product_id where private.is_review_of(r, person)
    ),
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('avis', v.review_id, 'date', v.created_at) order by v.created_at), '[]')
      from public.review_votes v where v.user_id = any (person.accounts)
    ),
    'liste_de_souhaits', (
      select coalesce(jsonb_agg(jsonb_build_object('produit', p.name, 'date', w.created_at) order by w.created_at), '[]')
      from public.wishlist_items w join public.products p on p.id = w.product_id where w.user_id = any (person.accounts)
    ),
    'alertes_de_stock', (
      select coalesce(jsonb_agg(jsonb_build_object('produit', p.name, 'email', a.email, 'date', a.created_at) order by a.created_at), '[]')
      from public.stock_alerts a join public.products p on p.id = a.product_id where private.is_alert_of(a, person)
    ),
    'tarif_professionnel', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'metier', m.trade, 'etat', m.state, 'demande_le', m.requested_at, 'motif', m.reason, 'liste', l.name
      )), '[]')
      from public.price_list_members m left join public.price_lists l on l.id = m.list_id
      where m.user_id = any (person.accounts)
    ),
    'codes_promo', (
      select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'saisi_le', e.entered_at) order by e.entered_at), '[]')
      from private.entered_promo_codes e join public.promo_codes c on c.id = e.code_id where e.user_id = any (person.accounts)
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'technicien', t.name, 'nom', m.name, 'email', m.email, 'telephone', m.phone, 'message', m.message, 'envoye_le', m.created_at
      ) order by m.created_at), '[]')
      from public.messages m left join public.technician_profiles t on t.id = m.technician_id
      where private.is_message_of(m, person)
    ),
    'cotations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'reference', q.reference, 'genre', q.kind, 'fichier', q.file_name, 'envoyee_le', q.created_at, 'etat', q.status, 'note', q.note
      ) order by q.created_at), '[]')
      from public.quotes q where q.file_path in (select private.list_quote_files_of(person))
    ),
    'lettres_et_sms', (
      select coalesce(jsonb_agg(jsonb_build_object('genre', m.kind, 'a', m.recipient, 'cree_le', m.created_at, 'envoye_le', m.sent_at) order by m.created_at), '[]')
      from public.mails m where m.recipient = any (person.emails || person.numbers)
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('ouverte_le', s.created_at, 'navigateur', s.user_agent, 'adresse_ip', host(s.ip)) order by s.created_at), '[]')
      from auth.sessions s where s.user_id = any (person.accounts)
    ),
    'evenements_de_securite', (
      select coalesce(jsonb_agg(jsonb_build_object('quoi', e.payload ->> 'action', 'date', e.created_at, 'adresse_ip', nullif(e.ip_address, '')) order by e.created_at), '[]')
      from auth.audit_log_entries e where e.payload ->> 'actor_id' = any (person.accounts::text[])
    ),
    'modifications_par_la_boutique', (
      select coalesce(jsonb_agg(jsonb_build_object('quoi', l.table_name, 'action', l.action, 'date', l.at) order by l.at), '[]')
      from public.audit_log l where l.row_id in (
        select unnest(person.accounts) union all select private.list_orders_of(person)
      )
    )
  )
$$;
comment on function private.describe_person(private.person) is
  'Everything the shop has of a person, as one document with French keys (docs/proprietaire/donnees-personnelles.md). Its consents are its orders, reviews and alerts: the shop stores no others.';

-- The erasure ------------------------------------------------------------------------------------------------------

create or replace function private.reject_audit_log_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- For retention and erasure, which no caller of the API can claim to be.
  if tg_op <> 'TRUNCATE' and coalesce(current_setting('yaare.erasing', true), '') = 'true' then
    return coalesce(new, old);
  end if;
  raise insufficient_privilege using message = 'Le journal ne se modifie pas';
end
$$;

create function private.erase_audit_details(rows uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('yaare.erasing', 'true', true);
  update public.audit_log l set
    -- An order's number and status are the shop's.
    what = case when l.table_name = 'orders' then l.what else 'Effacé' end,
    before = case when l.table_name = 'orders' then jsonb_strip_nulls(jsonb_build_object('status', l.before -> 'status')) end,
    after = case when l.table_name = 'orders' then jsonb_strip_nulls(jsonb_build_object('status', l.after -> 'status')) end
  where l.row_id = any (rows);
  perform set_config('yaare.erasing', '', true);
end
$$;
comment on function private.erase_audit_details(uuid[]) is
  'Leaves of the journal''s entries about these rows who did what when, and nothing that the rows said.';

create function private.erase_orders(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- What an event says beside these is what somebody wrote, or proves that the customer was there.
  kept constant text[] := '{outcome,cash,mobile_money,credit,amount,total_before,total_after,fields,day,half,until,by,source,split_to,lines}';
begin
  update public.orders o set
    user_id = null, customer_name = 'Client effacé', customer_email = null, customer_phone = '–',
    shipping_address = jsonb_build_object('address', '–', 'city', o.shipping_address -> 'city', 'postalCode', '', 'phone', '–'),
    payment_info = jsonb_build_object('method', o.payment_info -> 'method', 'items', o.payment_info -> 'items'),
    notes = null, discount_reason = case when o.discount_reason is not null then '–' end,
    cancellation_reason = case when o.cancellation_reason is not null then '–' end
  where o.id = any (ids);
  perform set_config('yaare.erasing', 'true', true);
  update public.order_events e set data = (
    select coalesce(jsonb_object_agg(d.key, case when d.key <> 'lines' then d.value else (
      select jsonb_agg(jsonb_build_object('position', l -> 'position', 'quantity', l -> 'quantity')) from jsonb_path_query(d.value, '$[*]') l
    ) end), '{}')
    from jsonb_each(e.data) d where d.key = any (kept)
  )
  where e.order_id = any (ids) and e.data <> '{}';
  perform set_config('yaare.erasing', '', true);
  update public.order_returns r set
    reason = '–', refusal_reason = case when r.refusal_reason is not null then '–' end, photo_path = null, opened_by = null
  where r.order_id = any (ids);
  delete from public.review_requests r where r.order_id = any (ids);
  delete from private.delivery_codes c where c.order_id = any (ids);
  delete from public.mails m
  where m.subject_id = any (ids)
    or m.subject_id in (select e.id from public.order_events e where e.order_id = any (ids));
  perform private.erase_audit_details(ids);
end
$$;
comment on function private.erase_orders(uuid[]) is
  'Takes the person out of these orders: what was sold, for how much, when, and to which town stays. The number «–» says so.';

create function private.erase_person(person private.person, with_reviews boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  orders uuid[];
  reviews uuid[];
  messages uuid[];
  quotes uuid[];
  alerts uuid[];
  open_orders text[];
  erased jsonb;
begin
  if exists (select from public.admin_users a where a.id = any (person.accounts)) then
    raise exception using errcode = 'YA009',
      message = 'Ce compte est celui d''un membre de l''équipe : retirez-le d''abord de l''équipe';
  end if;
  -- An order that is placed at this moment has to wait, and then finds no account.
  perform from auth.users u where u.id = any (person.accounts) order by u.id for update;
  orders := array(select private.list_orders_of(person));
  open_orders := array(select private.list_open_orders_of(person));
  if open_orders <> '{}' then
    raise exception using errcode = 'YA012', message = case cardinality(open_orders)
      when 1 then format('La commande %s est en cours : annulez-la, ou attendez qu''elle soit livrée et payée, ou remboursée', open_orders[1])
      else format('%s commandes sont en cours (%s) : annulez-les, ou attendez qu''elles soient livrées et payées, ou remboursées',
        cardinality(open_orders), array_to_string(open_orders[1:5], ', ') || case when cardinality(open_orders) > 5 then '…' else '' end)
    end;
  end if;
  reviews := array(select r.id from public.product_reviews r where private.is_review_of(r, person));
  messages := array(select m.id from public.messages m where private.is_message_of(m, person));
  quotes := array(select q.id from public.quotes q where q.file_path in (select private.list_quote_files_of(person)));
  alerts := array(select a.id from public.stock_alerts a where private.is_alert_of(a, person));

  perform private.erase_orders(orders);
  delete from public.product_reviews r where r.id = any (reviews) and (with_reviews or not r.is_published);
  update public.product_reviews r
  set name = 'Client', email = 'efface@invalid.invalid', author_id = null, purchase_id = null
  where r.id = any (reviews);
  delete from public.messages m where m.id = any (messages);
  -- Their files follow: the service deletes what no row names.
  delete from public.quotes q where q.id = any (quotes);
  delete from public.stock_alerts a where a.id = any (alerts);
  delete from public.order_drafts d where private.is_draft_of(d, person);
  delete from public.mails m
  where m.recipient = any (person.emails || person.numbers) or m.subject_id = any (messages || alerts)
    -- One account has an address, proven or not: what is about the account is the account's.
    or m.kind like 'account\_%' and m.recipient in (select u.email from auth.users u where u.id = any (person.accounts));

  delete from auth.audit_log_entries e
  where e.payload ->> 'actor_id' = any (person.accounts::text[])
    or e.payload ->> 'actor_username' = any (person.emails || person.numbers)
    or e.payload -> 'traits' ->> 'user_id' = any (person.accounts::text[]);
  delete from auth.flow_state f where f.user_id = any (person.accounts) or f.linking_target_id = any (person.accounts);
  erased := jsonb_build_object(
    'accounts', cardinality(person.accounts), 'orders', cardinality(orders), 'reviews', cardinality(reviews),
    'messages', cardinality(messages), 'quotes', cardinality(quotes)
  );
  -- Profile, addresses, wishlist, votes, price list, codes, sessions and factors go with the account.
  delete from auth.users u where u.id = any (person.accounts);
  -- What the team deletes here is recorded, too.
  perform private.erase_audit_details(person.accounts || reviews || messages || quotes);
  insert into public.audit_log (actor_id, actor_name, actor_email, action, table_name, row_id, what, before)
  select a.id, a.name, a.email, 'delete', 'personal_data', person.accounts[1],
    case when auth.uid() = any (person.accounts) then 'À la demande du client, dans son compte' else 'Par l''équipe' end, erased
  from (select auth.uid() as caller) c left join public.admin_users a on a.id = c.caller;
  return erased;
end
$$;
comment on function private.erase_person(private.person, boolean) is
  'Erases a person, with or without their published reviews, which otherwise stay without a name. YA012 while an order is open, YA009 for a member of the staff. Returns how much it was.';

-- Who may ----------------------------------------------------------------------------------------------------------

create function private.require_recent_sign_in() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.lacks_second_factor() then
    raise insufficient_privilege using message = 'Confirmez d''abord votre second facteur';
  end if;
  -- An account without a password or a code has nothing that could be asked again.
  if exists (select from auth.users u where u.id = auth.uid() and u.is_anonymous) or exists (
    select from auth.mfa_amr_claims c join auth.sessions s on s.id = c.session_id
    where s.id = private.get_session_id() and s.user_id = auth.uid() and c.updated_at > now() - interval '10 minutes'
  ) then
    return;
  end if;
  raise insufficient_privilege using message = 'Confirmez d''abord que c''est bien vous';
end
$$;
comment on function private.require_recent_sign_in() is
  'Raises 42501 unless the caller has typed a password or a code within ten minutes, in this session.';

create function private.export_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if private.lacks_second_factor() then
    raise insufficient_privilege using message = 'Confirmez d''abord votre second facteur';
  end if;
  perform private.take_limit('account_exports', 'everyone', 'account', auth.uid()::text);
  return private.describe_person(private.get_own_person());
end
$$;
create function public.export_my_data() returns jsonb
language sql set search_path = '' as $$
  select private.export_my_data()
$$;
comment on function public.export_my_data() is
  'Everything the shop has of the caller, as one document with French keys. 42501 without the second factor.';

create function private.erase_my_account(with_reviews boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_recent_sign_in();
  perform private.take_limit('account_erasures', 'everyone', 'account', auth.uid()::text);
  perform private.erase_person(private.get_own_person(), with_reviews is true);
end
$$;
create function public.erase_my_account(with_reviews boolean default false) returns void
language sql set search_path = '' as $$
  select private.erase_my_account(with_reviews)
$$;
comment on function public.erase_my_account(boolean) is
  'Erases the caller''s account and takes the caller out of their orders. Published reviews stay without a name unless with_reviews. 42501 unless a password or a code was typed within ten minutes, YA012 while an order is open.';

create function private.require_person(account uuid, contact text) returns private.person
language plpgsql stable security definer set search_path = '' as $$
declare
  person private.person;
begin
  perform private.require_administrator();
  person := private.find_person(account, contact);
  if person.accounts = '{}' and person.emails = '{}' and person.numbers = '{}' then
    raise sqlstate 'PT404' using message = 'Indiquez un client, une adresse e-mail ou un numéro de téléphone';
  end if;
  return person;
end
$$;
comment on function private.require_person(uuid, text) is 'The person whom an administrator means, as find_person.';

create function private.summarize_customer_data(account uuid, contact text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant private.person := private.require_person(account, contact);
begin
  return jsonb_build_object(
    'emails', person.emails, 'numbers', person.numbers, 'accounts', cardinality(person.accounts),
    'orders', (select count(*) from private.list_orders_of(person)),
    'open_orders', array(select private.list_open_orders_of(person)),
    'reviews', (select count(*) from public.product_reviews r where private.is_review_of(r, person)),
    'messages', (select count(*) from public.messages m where private.is_message_of(m, person)),
    'quotes', (select count(*) from private.list_quote_files_of(person))
  );
end
$$;
create function public.summarize_customer_data(account uuid default null, contact text default null) returns jsonb
language sql stable set search_path = '' as $$
  select private.summarize_customer_data(account, contact)
$$;
comment on function public.summarize_customer_data(uuid, text) is
  'For administrators: how much the shop has of a person, given by account, e-mail address or telephone number, and the open orders that prevent an erasure.';

create function private.export_customer_data(account uuid, contact text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.describe_person(private.require_person(account, contact));
end
$$;
create function public.export_customer_data(account uuid default null, contact text default null) returns jsonb
language sql stable set search_path = '' as $$
  select private.export_customer_data(account, contact)
$$;
comment on function public.export_customer_data(uuid, text) is 'For administrators: the copy of a person''s data, as export_my_data.';

create function private.erase_customer_data(account uuid, contact text, with_reviews boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.erase_person(private.require_person(account, contact), with_reviews is true);
end
$$;
create function public.erase_customer_data(account uuid default null, contact text default null, with_reviews boolean default false)
  returns jsonb
language sql set search_path = '' as $$
  select private.erase_customer_data(account, contact, with_reviews)
$$;
comment on function public.erase_customer_data(uuid, text, boolean) is
  'For administrators: erases a person, as erase_my_account does. The journal has who did it, and how much it was.';

-- The files --------------------------------------------------------------------------------------------------------

create function public.unused_private_files(of_bucket text, most integer default 1000) returns setof text
language sql stable rows 100 set search_path = '' as $$
  select f.name from storage.objects f
  where f.bucket_id = of_bucket and case of_bucket
    when 'quotes' then not exists (select from public.quotes q where q.file_path = f.name)
    when 'return-photos' then not exists (select from public.order_returns r where r.photo_path = f.name)
    when 'delivery-proofs' then not exists (
      select from public.orders o where o.id::text = split_part(f.name, '/', 1) and o.customer_phone <> '–'
    )
    else false
  end
  limit least(greatest(most, 1), 1000)
$$;
comment on function public.unused_private_files(text, integer) is
  'The names of at most 1000 files of a private bucket whose quote, return or order is deleted or erased. For the service, which deletes them through the storage API.';

revoke execute on all functions in schema private from public;
revoke execute on function public.export_my_data(), public.erase_my_account(boolean),
  public.summarize_customer_data(uuid, text), public.export_customer_data(uuid, text),
  public.erase_customer_data(uuid, text, boolean), public.unused_private_files(text, integer) from public, anon, authenticated;
grant execute on function public.export_my_data(), private.export_my_data(), public.erase_my_account(boolean),
  private.erase_my_account(boolean), public.summarize_customer_data(uuid, text),
  private.summarize_customer_data(uuid, text), public.export_customer_data(uuid, text),
  private.export_customer_data(uuid, text), public.erase_customer_data(uuid, text, boolean),
  private.erase_customer_data(uuid, text, boolean) to authenticated, service_role;
grant execute on function public.unused_private_files(text, integer) to service_role;
