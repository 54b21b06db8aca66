// Whether visitors of a review link can download what it shows (src/shares).
export const name = '0073-review-downloads';

export const sql = /* sql */ `
alter table marque.shares add column allow_downloads boolean not null default false,
  add constraint shares_downloads_check check (kind = 'review' or not allow_downloads);
`;
