// The other form of `/a/{id}`: what the asset is, for programs that ask for JSON, under the rules of its bytes.
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import { clientHas, tagOf } from '../../lib/entity-tags.ts';
import { Answer, type RequestFacts } from '../../core/operation.ts';
import { admit, cacheControl, missing, type Delivery } from './deliver.ts';
import { describedRowSeenBy, toDescription } from '../queries.ts';
import { rulesOf } from './rendition-rules.ts';
import type { Description } from '../schemas.ts';
import { accepts } from './transform.ts';

/** True where the description is asked for by name: browsers and curl, which take anything, get the file, and so does a download. */
export function asksForDescription({ headers, url }: RequestFacts): boolean {
  return accepts(headers.get('accept') ?? '', 'application/json') && !url.searchParams.has('download');
}

/**
 * Answers the description of an asset that `/a` serves to this caller. What only readers of the record know is left out for those
 * who get it because it is public or signed: who proposed it, what the reviewer wrote, which collections it is in.
 *
 * @throws Refusal not_found, gone, as for the bytes.
 */
export async function deliverDescription(
  { service, facts, row, access }: Omit<Delivery, 'transform' | 'door'>,
  { db, caller }: { db: Db; caller: Caller },
): Promise<Answer> {
  if (!row) throw missing();
  const now = new Date();
  const mayRead = access.scope !== null;
  const audience = await admit(service, row, mayRead, facts.url.searchParams.get('s'), '', now);
  const asset = await describedRowSeenBy(db, caller, row.id);
  const full = toDescription(asset, service.env.serverUrl, rulesOf(asset));
  const description = mayRead ? full : forTheWorld(full);
  const headers = {
    etag: tagOf(JSON.stringify(description)),
    // A reader's form must not come out of a cache that the world shares.
    'cache-control': cacheControl(mayRead ? 'reader' : audience, row.expires, now),
    vary: 'Accept',
  };
  if (clientHas(facts.headers, headers.etag)) return new Answer(304, { kind: 'none' }, headers);
  return Answer.json(200, description, headers);
}

function forTheWorld(description: Description): Description {
  return { ...description, proposedBy: null, reviewNote: null, collections: [] };
}
