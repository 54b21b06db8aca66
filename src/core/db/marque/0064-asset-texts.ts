// The words inside files, such as the text of a PDF (src/assets/texts).
// cspell:ignore fastupdate
export const name = '0064-asset-texts';

export const sql = /* sql */ `
-- A row for each asset whose file has a reader of its text. A later version of a reader is another one: it tries again, and until then
-- the words of the earlier one stay.
create table marque.asset_texts (
  asset_id uuid primary key references payload.assets(id) on delete cascade,
  reader text not null,
  state text not null default 'pending' check (state in ('pending', 'read', 'unreadable')),
  -- Why there are none; continues "The file".
  reason text check ((reason is not null) = (state = 'unreadable')),
  -- The words of all pages, and the workspace as one more, with a hyphen that no word has: the index then leaves out other workspaces.
  words tsvector,
  -- When to read it; null: that is done, or was tried too often.
  due_at timestamptz default now(),
  attempts smallint not null default 0
) with (toast_tuple_target = 128);
-- Without the list of pending changes, which every search would have to go through.
create index on marque.asset_texts using gin (words) with (fastupdate = off);
create index on marque.asset_texts (due_at) where due_at is not null;

-- By page, from 1; 0: on no page that is known. Only looked up for results that are shown.
create table marque.asset_text_pages (
  asset_id uuid not null references payload.assets(id) on delete cascade,
  page integer not null check (page >= 0),
  words tsvector not null,
  primary key (asset_id, page)
);
`;
