// Uploads that come in pieces: where each piece of a ticket's bytes is staged until the last one is in.
export const name = '0005-resumable';

export const sql = /* sql */ `
create table marque.upload_parts (
  ticket_id uuid not null references marque.upload_tickets(id) on delete cascade,
  start bigint not null,
  size bigint not null,
  key text not null,
  primary key (ticket_id, start)
);
`;
