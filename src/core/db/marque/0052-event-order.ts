// The order in which events become visible: sequence numbers are taken before the commit, so a lower one can commit later.
export const name = '0052-event-order';

export const sql = /* sql */ `
-- Earlier events come before every position: a constant default rewrites no rows.
alter table marque.events add column txid xid8 not null default '0';
alter table marque.events alter column txid set default pg_current_xact_id();
create index on marque.events (txid);
`;
