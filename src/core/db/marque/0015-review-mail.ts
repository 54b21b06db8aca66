// How far the people who are written to about what waits for review (setting review.notify) have been told, by workspace.
export const name = '0015-review-mail';

export const sql = /* sql */ `
create table marque.review_told (
  workspace_id uuid primary key references payload.workspaces(id) on delete cascade,
  -- The last proposal that was told of, by its number.
  number bigint not null,
  told_at timestamptz not null
);
`;
