// Bounded automatic acceptance (setting agents.autoAccept): which proposals Marque accepts itself, and which it kept for review.
export const name = '0060-auto-accept';

export const sql = /* sql */ `
-- due: Marque accepts it soon. sample: a rule applied, but it was kept for review. accepted: by Marque, not a person.
-- Null: none of these, as for everything before.
alter table marque.proposals add column auto text check (auto in ('due', 'sample', 'accepted'));
create index on marque.proposals (number) where auto = 'due' and status = 'waiting';
create index on marque.proposals (by_id, kind, number) where auto is not null;
`;
