// The JSON representation of `/a/{id}`: the asset's description, with the same access rules as its bytes.
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import { clientHas, tagOf } from '../../lib/entity-tags.ts';
import { Answer, type RequestFacts } from '../../core/operation.ts';
import { notFound } from '../../core/errors.ts';
import { cacheControl } from './caching.ts';
import { admit } from './admission.ts';
import type { Delivery } from './deliver.ts';
import { describedRowSeenBy, toDescription } from '../queries.ts';
import { rulesOf } from './rendition-rules.ts';
import type { Description } from '../schemas.ts';
import { accepts } from './transform.ts';

/** Whether the request explicitly accepts JSON. Browsers and curl, which accept anything, get the file, and so do downloads. */
export function asksForDescription({ headers, url }: RequestFacts): boolean {
  return accepts(headers.get('accept') ?? '', 'application/json') && !url.searchParams.has('download');
}

/**
 * Responds with the description of an asset that `/a` serves to this caller. For callers who only get it because it is public or
 * signed, it leaves out the proposer, the review note and the collections.
 *
 * @throws ApiError not_found, gone, as for the bytes.
 */
export async function deliverDescription(
  { service, facts, row, access }: Omit<Delivery, 'transform' | 'policy'>,
  { db, caller }: { db: Db; caller: Caller },
): Promise<Answer> {
  if (!row) throw notFound();
  const now = new Date();
  const mayRead = access.scope !== null;
  const audience = await admit(service, row, mayRead, facts, '', now);
  const described = await describedRowSeenBy(db, caller, row.id);
  const full = toDescription(described.asset, service.env.serverUrl, rulesOf(described), described.pages);
  const description = mayRead ? full : forTheWorld(full);
  const headers = {
    etag: tagOf(JSON.stringify(description)),
    // A reader's response must never be served from a shared cache.
    'cache-control': cacheControl(mayRead ? 'reader' : audience, row.expires, now),
    vary: 'Accept',
  };
  if (clientHas(facts.headers, headers.etag)) return new Answer(304, { kind: 'none' }, headers);
  return Answer.json(200, description, headers);
}

function forTheWorld(description: Description): Description {
  return { ...description, proposedBy: null, reviewNote: null, collections: [] };
}
