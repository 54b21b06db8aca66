// Plain names for what earlier releases called otherwise: marque.grant_reach, marque.review_told and marque.tells_of_access. The functions
// that use them are created again with the new names.
export const name = '0049-plain-names';

export const sql = /* sql */ `
alter table marque.grant_reach rename to effective_grants;
alter index marque.grant_reach_pkey rename to effective_grants_pkey;
alter table marque.review_told rename to review_notices;
alter table marque.review_notices rename column told_at to notified_at;
alter function marque.tells_of_access(text, jsonb) rename to is_access_event;
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = 'marque'::regnamespace and p.prokind = 'f' and p.prosrc ~ 'grant_reach|review_told|tells_of_access'
  loop
    execute replace(replace(replace(definition,
      'grant_reach', 'effective_grants'), 'review_told', 'review_notices'), 'tells_of_access', 'is_access_event');
  end loop;
end $$;
`;
