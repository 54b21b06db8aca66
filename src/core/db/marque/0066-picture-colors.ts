// The dominant colors of pictures, by which the library is searched (src/lib/picture-colors).
export const name = '0066-picture-colors';

export const sql = /* sql */ `
-- Seven bytes each, the most frequent first: red, green, blue, share, and the same color as it is compared. Null: there are none, or not yet.
alter table marque.picture_hashes add colors bytea check (length(colors) between 7 and 35 and length(colors) % 7 = 0);

-- The job reads what is there already once more. Its hashes stay until then.
update marque.picture_hashes set due_at = now(), attempts = 0;
`;
