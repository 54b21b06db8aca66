// Which proposals were accepted with edits: with what was accepted and rejected, the track record of an agent.
export const name = '0059-edited-proposals';

export const sql = /* sql */ `
-- False for what was decided before: whether it was edited wasn't kept.
alter table marque.proposals add column edited boolean not null default false;
create index on marque.proposals (workspace_id, decided_at) where by_kind = 'key' and decided_at is not null;
`;
