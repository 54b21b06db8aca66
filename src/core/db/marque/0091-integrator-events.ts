// Events that only integrators get: they're in webhooks, the change feed and streams, and the activity and the audit log don't show them.
export const name = '0091-integrator-events';

export const sql = /* sql */ `
-- As before, without decisions on proposals: what they change has events of its own.
create or replace function marque.is_access_event(type text, detail jsonb) returns boolean language sql immutable parallel safe as $$
  select type <> 'proposal.decided'
    and (split_part(type, '.', 1) in ('account', 'person', 'session', 'grant', 'group', 'invitation', 'key', 'link', 'portal', 'share', 'setting', 'settings',
      'organization', 'workspace', 'client', 'token', 'proposal', 'webhook')
    or type like '%.deleted' or type like '%.restored' or type like '%.shared' or type like '%.link\\_%'
    or coalesce(detail->'changes' ?| array['private', 'public', 'access', 'password'], false))
$$;

-- What an event says of a resource that no operation returns: a job that was given up.
alter table marque.webhook_deliveries add column about jsonb;
`;
