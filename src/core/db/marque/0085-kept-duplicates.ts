// Near-duplicates that people keep on purpose: a group in which all are kept isn't listed any more (src/assets/similar). And PDFs over
// 256 MiB, which had no preview and no words, are tried again.
export const name = '0085-kept-duplicates';

export const sql = /* sql */ `
alter table marque.picture_hashes add column kept boolean not null default false;

delete from marque.previews p where p.state = 'unavailable' and p.reason like 'is over 256 MiB%'
  and p.mime_type in ('application/pdf', 'application/illustrator');
update marque.asset_texts set state = 'pending', reason = null, due_at = now(), attempts = 0
  where state = 'unreadable' and reason like 'is over 256 MiB%';
`;
