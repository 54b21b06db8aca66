// The last state that a brand and its files agreed on: the base of a merge, and the formatting of its files.
import { statement, type Db } from '../../core/db/pool.ts';
import { canonical, hashOf, type BrandState } from '../publishing/state.ts';

export interface Agreement {
  state: BrandState;
  hash: string;
  files: Record<string, string>;
  assets: Record<string, string>;
  commit: string | null;
}

const read = statement(
  'brand-code:agreement',
  'select state, hash, files, assets, commit from marque.brand_agreements where brand_id = $1',
);
const keep = statement(
  'brand-code:agree',
  `insert into marque.brand_agreements (brand_id, state, hash, files, assets, commit) values ($1, $2, $3, $4, $5, $6)
   on conflict (brand_id) do update set state = excluded.state, hash = excluded.hash, files = excluded.files, assets = excluded.assets,
     commit = excluded.commit, agreed_at = date_trunc('milliseconds', now())`,
);

export async function agreementOf(db: Db, brandId: string): Promise<Agreement | null> {
  const [row] = await db.query<Agreement>(read, [brandId]);
  return row ?? null;
}

/** @param state the content of the files, in order: not the result of a merge. */
export async function agree(
  db: Db,
  brandId: string,
  { state, files, assets, commit }: Omit<Agreement, 'hash' | 'state'> & { state: BrandState },
): Promise<void> {
  await db.query(keep, [
    brandId,
    canonical(state),
    hashOf(state),
    JSON.stringify(files),
    JSON.stringify(assets),
    commit,
  ]);
}
