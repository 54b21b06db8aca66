// Who sees an asset without a grant: everyone, if it is served publicly or is part of the organization's branding.
import {
  anyone,
  tableInWorkspace,
  type AccessSource,
  type ReportedKind,
  type WayIn,
} from '../core/access/reported.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { availabilitySql, stateSql } from './queries.ts';
import { servedTo, utcDay, type Availability } from './rules.ts';
import type { State } from './schemas.ts';

export const reportedAssets = {
  collection: {
    from: tableInWorkspace('collections'),
    name: 'x.name',
    accessOn: 'collection',
    accessId: 'x.id',
    grants: { resource: 'collection', name: 'x.name' },
    named: 'x.id::text = lower($slug)',
  },
  asset: {
    from: tableInWorkspace('assets'),
    name: 'x.filename',
    accessOn: 'asset',
    accessId: 'x.id',
    grants: { resource: 'asset', name: 'x.filename' },
    named: 'x.id::text = lower($slug)',
  },
} as const satisfies Record<string, ReportedKind>;

const availability = statement(
  'catalog:availability',
  `select ${stateSql('a')} as state, ${availabilitySql('a')} from payload.assets a where a.id = $1`,
);

const brandedBy = statement(
  'catalog:branded-by',
  `select o.name from payload.assets a join payload.workspaces w on w.id = a.workspace_id join payload.organizations o on o.id = w.organization_id
     join marque.settings s on s.organization_id = o.id and s.workspace_id is null and s.key = 'branding'
   where a.id = $1 and a.id::text in (lower(s.value->>'logo'), lower(s.value->>'icon'))`,
);

/** Public at `/a/{id}`, by delivery's own rule. The organization's logo and icon are served signed, even if they aren't public. */
async function ofAsset(db: Db, id: string): Promise<WayIn[]> {
  const [row] = await db.query<Availability & { state: State; public: boolean; private: boolean }>(
    availability,
    [id],
  );
  const served = row && servedTo(row, utcDay(new Date()));
  const branded = served === 'known' ? await db.query<{ name: string }>(brandedBy, [id]) : [];
  return [
    ...(served === 'world' ? [anyone('Public address')] : []),
    ...branded.map(({ name }) => anyone(`Branding of organization ${name}`)),
  ];
}

export const assetAccess: AccessSource = { waysIn: { asset: ofAsset } };
