// Who sees an asset or a collection through a share link.
import type { AccessSource, WayIn } from '../core/access/reported.ts';
import { statement, type Db } from '../core/db/pool.ts';
import { usableSql } from '../usage-rights/now.ts';

// Of an asset also the links of its stack and of the collections it is in, as long as they would show it.
const linksTo = statement(
  'catalog:links',
  `select s.id, s.kind, coalesce(s.name, 'Somebody with the link') as name, s.hash is not null as "hasPassword",
     case when s.collection_id is not null and s.collection_id <> $1 then 'collection' end as through
   from marque.shares s where s.kind in ('view', 'review') and s.revoked_at is null and coalesce(s.expires_at > now(), true)
     and (s.collection_id = $1 or exists (select 1 from payload.assets a where a.id = $1 and ${usableSql('a')}
       and (s.asset_id = a.id or s.asset_id in (select o.id from payload.assets o where o.stack_id = a.stack_id and o.workspace_id = a.workspace_id)
         or (a.private is not true and s.collection_id in (select m.collection_id from marque.collection_assets m where m.asset_id = a.id)))))
   order by s.created_at, s.id`,
);

interface LinkRow {
  id: string;
  kind: 'view' | 'review';
  name: string;
  hasPassword: boolean;
  through: 'collection' | null;
}

async function linksOf(db: Db, id: string): Promise<WayIn[]> {
  return (await db.query<LinkRow>(linksTo, [id])).map((link) => ({
    kind: 'link',
    id: link.id,
    who: link.name,
    email: null,
    via: `${link.kind === 'review' ? 'Review link' : 'Share link'}${link.through ? ' of a collection it is in' : ''}${link.hasPassword ? ', with a password' : ''}`,
  }));
}

export const shareAccess: AccessSource = { waysIn: { asset: linksOf, collection: linksOf } };
