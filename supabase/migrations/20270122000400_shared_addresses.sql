-- Thousands of telephones of an operator share one address, and many of its addresses are in one network: fifty first
-- orders an hour from one address are a busy hour, and each is of an anonymous account, and may be looked up. What an
-- administrator has set stays.
update public.limits l
set maximum = case when l.maximum = l.default_maximum then new.maximum else l.maximum end, default_maximum = new.maximum
from (values
  ('anonymous_sign_up', 'address', 120), ('anonymous_sign_up', 'network', 480),
  ('order_lookups', 'address', 60), ('order_lookups', 'network', 240)
) as new (name, scope, maximum)
where l.name = new.name and l.scope = new.scope and l.audience = 'everyone';
