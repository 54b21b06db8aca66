// Two tenants that contain everything, and a record of every row of theirs that is written.
import { untilJobsAreDone } from '../../setup/jobs.ts';
import { startService } from '../../setup/service.ts';
import { Tenant } from './tenant.ts';

export const marque = await startService({ RATE_LIMIT: '0' });

/** The tenant whose resources are attacked. */
export const ours = await Tenant.furnish(marque, 'quitzowx');

/** The tenant whose callers attack. */
export const theirs = await Tenant.furnish(marque, 'brabantx');

/** Signed in, without any access. */
export const stranger = await marque.makePerson('Somebody');

// ---- what a tenant owns

async function tablesHere(): Promise<string[]> {
  const rows = await marque.service.db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'marque') and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
}

const placeOf = ({ place, mark }: Tenant): string => `${place.organizationId}|${place.workspaceId}|${mark}`;

/** Tables that jobs write to on their own time, after the call that caused it. */
const byJobs = "'delivery_days', 'asset_delivery_days', 'brand_syncs'";

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Makes the database record each row of a tenant that is written from now on, and the ids in its rows from the beginning: a row with its
 * marker or the id of one of its organizations and workspaces, before or after. Recording that a key was used isn't a change.
 */
async function noteChanges(): Promise<void> {
  const tables = await tablesHere();
  const tenants = [ours, theirs].map((tenant) => `('${tenant.mark}', '${placeOf(tenant)}')`).join(', ');
  await marque.service.db.query(`
    create schema noted;
    create table noted.changes (id bigint generated always as identity, mark text not null, named text not null);
    create index on noted.changes (mark, id);
    create table noted.ids (id text not null, mark text not null, primary key (id, mark));
    create function noted.note_ids(line text) returns void language sql as $$
      insert into noted.ids select found[1], mark from (values ${tenants}) tenants (mark, place)
        cross join regexp_matches(line, '(${uuid})', 'g') found where line ~ place on conflict do nothing;
    $$;
    create function noted.note() returns trigger language plpgsql as $$
      declare
        before text := (to_jsonb(old) - 'calls' - 'last_used_at')::text;
        after text := (to_jsonb(new) - 'calls' - 'last_used_at')::text;
      begin
        if before is distinct from after then
          insert into noted.changes (mark, named) select mark, tg_table_name from (values ${tenants}) tenants (mark, place)
            where (before ~ place or after ~ place) and tg_table_name not in (${byJobs});
          perform noted.note_ids(after);
        end if;
        return null;
      end $$;
    ${tables.map((name) => `select noted.note_ids(to_jsonb(t)::text) from ${name} t;`).join('\n')}
    ${tables.map((name) => `create trigger noted after insert or update or delete on ${name} for each row execute function noted.note();`).join('\n')}
  `);
}

/** The last row of a tenant that was written: unchanged as long as nothing is, and no job of an earlier call runs. */
export async function lastChangeOf(tenant: Tenant): Promise<string> {
  await untilJobsAreDone(marque.service.db);
  const [row] = await marque.service.db.query<{ id: string; named: string }>(
    'select id, named from noted.changes where mark = $1 order by id desc limit 1',
    [tenant.mark],
  );
  return row ? `${row.named} ${row.id}` : 'nothing';
}

/** The tables in which rows of a tenant were written. */
export async function tablesWritten(tenant: Tenant): Promise<string[]> {
  const rows = await marque.service.db.query<{ named: string }>(
    'select distinct named from noted.changes where mark = $1',
    [tenant.mark],
  );
  return rows.map(({ named }) => named);
}

/** The ids that are, or were, in a row of a tenant and in none of the other. */
export async function idsOf(tenant: Tenant, among: readonly string[]): Promise<string[]> {
  const found = await marque.service.db.query<{ id: string }>(
    `select id from unnest($1::text[]) id where id <> $4
       and exists (select 1 from noted.ids i where i.id = id.id and i.mark = $2)
       and not exists (select 1 from noted.ids i where i.id = id.id and i.mark = $3)`,
    [among, tenant.mark, (tenant === ours ? theirs : ours).mark, stranger.id],
  );
  return found.map(({ id }) => id);
}

// ---- the tests

await noteChanges();
