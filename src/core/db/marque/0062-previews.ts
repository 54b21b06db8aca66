// Pictures that previewers draw of files, and what they found out doing so (src/assets/previews).
export const name = '0062-previews';

export const sql = /* sql */ `
-- A row for each file and previewer, whichever assets have the file. A later version of a previewer is another one: it tries again.
create table marque.previews (
  sha256 text not null,
  previewer text not null,
  mime_type text not null,
  state text not null default 'pending' check (state in ('pending', 'ready', 'unavailable')),
  -- Why there is none; continues "The file".
  reason text check ((reason is not null) = (state = 'unavailable')),
  pages integer,
  -- When to draw it; null: that is done, or was tried too often.
  due_at timestamptz default now(),
  attempts smallint not null default 0,
  primary key (sha256, previewer)
);
create index on marque.previews (due_at) where due_at is not null;
`;
