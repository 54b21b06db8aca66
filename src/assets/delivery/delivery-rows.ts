// What delivery reads of an asset, in one statement each.
import { readableBeside } from '../../core/access/readable.ts';
import type { Query } from '../../core/operation.ts';
import { cropsSql, type StoredCrops } from '../crops/crops.ts';
import { miningSql, type Mining } from '../mining.ts';
import { availabilitySql, contentVersionSql, stateSql } from '../queries.ts';
import type { State, Status } from '../schemas.ts';
import { framesSql } from './animations.ts';
import { rulesSql, type RulesRow } from './rendition-rules.ts';
import { signedOriginSql, signerSql } from './signing.ts';
import { assetKind } from '../grantable.ts';

/** Only the columns delivery needs: this is the hottest query. */
export const deliveryQuery: Query<DeliveryRow | null> = {
  name: 'delivery',
  text: `select a.id, a.sha256, a.mime_type, a.filesize, a.filename, a.width, a.height, ${stateSql('a')} as state, ${availabilitySql('a')}, ${miningSql('a', 't')} as mining, ${signedOriginSql('a')} as origin, ${signerSql('a', 't')} as signer
    from payload.assets a where a.id = t.id`,
};

/**
 * The same for the current version of its stack, or itself. `readable` says whether the
 * caller may read that one.
 */
export const currentQuery: Query<CurrentRow | null> = {
  name: 'current',
  text: `select v.id, v.sha256, v.mime_type, v.filesize, v.filename, v.width, v.height, ${stateSql('v')} as state, ${availabilitySql('v')}, ${readableBeside(assetKind, 'v')} as readable
    from payload.assets a join payload.assets v on v.id = a.id or (v.stack_id = a.stack_id and v.workspace_id = a.workspace_id and v.current)
    where a.id = t.id order by v.id <> a.id desc limit 1`,
};

/** For a rendition, also the workspace's rendition rules, how the picture is cropped, and how many frames it has. */
export const renditionQuery: Query<DeliveryRow | null> = {
  name: 'rendition',
  text: deliveryQuery.text.replace(
    ' from payload.assets a',
    `, a.workspace_id, ${rulesSql}, ${cropsSql('a')} as crops, ${framesSql('a')} as frames from payload.assets a`,
  ),
};

/**
 * For those who can read the record: also whether the address is the one that the API hands out to them now. Own value: `v`, or null,
 * which spares reading the caller's grants.
 */
export const contentQuery: Query<DeliveryRow | null> = {
  name: 'content',
  text: renditionQuery.text.replace(
    ' from payload.assets a',
    `, case when $own1::text is null then false else $own1 = ${contentVersionSql('a')} end as versioned from payload.assets a`,
  ),
};

export interface DeliveryRow extends Partial<RulesRow> {
  id: string;
  sha256: string;
  mime_type: string;
  filesize: number;
  filename: string;
  width: number | null;
  height: number | null;
  status: Status;
  state: State;
  deleted: boolean;
  public: boolean;
  private: boolean;
  /** Of `renditionQuery` and `contentQuery`. */
  workspace_id?: string;
  crops?: StoredCrops | null;
  frames?: number | null;
  /** Of `contentQuery`. */
  versioned?: boolean;
  embargo: string | null;
  expires: string | null;
  mining?: Mining | null;
  /** Of all but `currentQuery`: what `signedOriginSql` says. */
  origin?: string | null;
  /** Hash of the certificates that sign it. */
  signer?: string | null;
}

/** The current version, and whether the caller can read it. */
export type CurrentRow = DeliveryRow & { readable: boolean };
