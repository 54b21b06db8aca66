// Share links through which people without an account comment (src/shares/review).
export const name = '0068-review-links';

export const sql = /* sql */ `
alter table marque.shares drop constraint shares_kind_check, drop constraint shares_check1,
  add constraint shares_kind_check check (kind in ('view', 'upload', 'review')),
  add constraint shares_upload_check check (kind <> 'upload' or collection_id is not null);

-- Of a visitor's comment. The name stays when the link is deleted with what it shares.
alter table marque.comments
  add column link_id uuid references marque.shares(id) on delete set null,
  add column link_name text,
  add column author_email text;
create index on marque.comments (link_id) where link_id is not null;
`;
