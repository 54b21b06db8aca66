// Proposals that change what an asset already has (POST /api/v1/proposals). They live in the queue alone, never in the asset's own
// proposed_tags and proposed_fields, so that nothing about an asset differs until a person accepts one.
export const name = '0046-corrections';

export const sql = /* sql */ `
-- The kinds are records in the code, and modules may add more: the table only holds their form.
alter table marque.proposals drop constraint proposals_kind_check;
alter table marque.proposals add constraint proposals_kind_form check (kind ~ '^[a-z][a-z0-9_]{0,39}$');
-- True for a change of existing values: src/proposals/follow.ts leaves these alone.
alter table marque.proposals add column corrects boolean not null default false;
`;
