// Two tenants that contain everything, and a record of every row of theirs that is written.
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

let tables: string[] | undefined;

async function tablesHere(): Promise<string[]> {
  const rows = await marque.service.db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'marque') and table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
}

const placeOf = ({ place, mark }: Tenant): string => `${place.organizationId}|${place.workspaceId}|${mark}`;

/**
 * Makes the database record each row of a tenant that is written from now on: a row with its marker or the id
 * of one of its organizations and workspaces, before or after. Recording that a key was used isn't a change.
 */
async function noteChanges(): Promise<void> {
  tables ??= await tablesHere();
  const tenants = [ours, theirs].map((tenant) => `('${tenant.mark}', '${placeOf(tenant)}')`).join(', ');
  await marque.service.db.query(`
    create schema noted;
    create table noted.changes (mark text not null, named text not null);
    create function noted.note() returns trigger language plpgsql as $$
      declare
        before text := (to_jsonb(old) - 'calls' - 'last_used_at')::text;
        after text := (to_jsonb(new) - 'calls' - 'last_used_at')::text;
      begin
        if before is distinct from after then
          insert into noted.changes select mark, tg_table_name from (values ${tenants}) tenants (mark, place)
            where before ~ place or after ~ place;
        end if;
        return null;
      end $$;
    ${tables.map((name) => `create trigger noted after insert or update or delete on ${name} for each row execute function noted.note();`).join('\n')}
  `);
}

/** The tables in which a tenant's rows were written since the beginning, each as often as it happened. */
export async function changesOf(tenant: Tenant): Promise<string[]> {
  const rows = await marque.service.db.query<{ named: string }>(
    'select named from noted.changes where mark = $1',
    [tenant.mark],
  );
  return rows.map(({ named }) => named);
}

/** Cached ids that reveal nothing about a tenant: an id stays in the row it was first found in. */
const harmless = new Map<Tenant, Set<string>>();

/** The ids that are in a row of a tenant and in none of the other. */
export async function idsOf(tenant: Tenant, among: readonly string[]): Promise<string[]> {
  tables ??= await tablesHere();
  const known = harmless.get(tenant) ?? new Set([stranger.id]);
  harmless.set(tenant, known);
  const sought = among.filter((id) => !known.has(id));
  if (sought.length === 0) return [];
  const rows = tables.map((name) => `select to_jsonb(t)::text as row from ${name} t`).join(' union all ');
  const found = await marque.service.db.query<{ id: string }>(
    `with r as materialized (select row from (${rows}) every where row ~ $2 or row ~ $3)
     select id from unnest($1::text[]) id
     where exists (select 1 from r where row ~ $2 and strpos(row, id) > 0)
       and not exists (select 1 from r where row ~ $3 and strpos(row, id) > 0)`,
    [sought, placeOf(tenant), placeOf(tenant === ours ? theirs : ours)],
  );
  const telling = found.map(({ id }) => id);
  for (const id of sought) if (!telling.includes(id)) known.add(id);
  return telling;
}

// ---- the tests

await noteChanges();
