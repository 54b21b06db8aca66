// Near-duplicates that people keep on purpose: a group in which all are kept isn't listed any more (src/assets/similar).
export const name = '0075-kept-duplicates';

export const sql = /* sql */ `
alter table marque.picture_hashes add column kept boolean not null default false;
`;
