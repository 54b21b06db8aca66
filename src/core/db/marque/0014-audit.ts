// Which events are audit, once sites and portals say who gets in; and no more index for those that no organization was named with.
export const name = '0014-audit';

export const sql = /* sql */ `
create or replace function marque.tells_of_access(type text, detail jsonb) returns boolean language sql immutable parallel safe as $$
  select split_part(type, '.', 1) in ('account', 'person', 'session', 'grant', 'group', 'invitation', 'key', 'link', 'portal', 'share', 'setting', 'settings',
      'organization', 'workspace', 'client', 'token')
    or type like '%.deleted' or type like '%.restored' or type like '%.shared' or type like '%.link\\_%'
    or coalesce(detail->'changes' ?| array['private', 'public', 'access', 'password'], false)
$$;

-- What a person does that names no place (signing in) is told in each organization they are in: a page of audit is then one walk
-- along an index, and nobody reads what was done before somebody came to them.
drop index marque.events_subject_id_id_idx1;
`;
