// Who is served at `/a`, and the key that signs its addresses.
import { statement } from '../../core/db/pool.ts';
import { ApiError, notFound } from '../../core/errors.ts';
import type { RequestFacts } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import { deriveKey, linkOfUse, verifyUse } from '../../core/storage/signing.ts';
import { servedTo, utcDay } from '../rules.ts';
import type { Audience } from './caching.ts';
import type { DeliveryRow } from './delivery-rows.ts';

const signingKeys = new WeakMap<Service, Buffer>();

/** The key that signs delivery URLs. */
export function signingKeyOf(service: Service): Buffer {
  let key = signingKeys.get(service);
  if (!key) {
    key = deriveKey(service.secret, 'delivery-urls');
    signingKeys.set(service, key);
  }
  return key;
}

const openLink = statement(
  'delivery:open-link',
  `select kind <> 'review' or allow_downloads as downloads from marque.shares
   where id = $1 and revoked_at is null and coalesce(expires_at > now(), true)`,
);

/** What a signature covers that is only for playing the original, in place of a transform: no transform is called that. */
export const playUse = 'play';

/** What browsers say that a response is for (Fetch Metadata), if it's a player. */
const players = ['audio', 'video'];

/**
 * Of a link that doesn't allow downloads, only what is shown in its page: renditions, and recordings in a player. Browsers say what they
 * ask for; those that don't are taken at their word, since a player needs the bytes.
 *
 * @throws ApiError forbidden
 */
function demandShown({ url, headers }: RequestFacts, transform: string): void {
  const destination = headers.get('sec-fetch-dest');
  const isElsewhere = transform === playUse && destination !== null && !players.includes(destination);
  if (transform !== '' && !url.searchParams.has('download') && !isElsewhere) return;
  throw new ApiError(
    'forbidden',
    "The share link for this file doesn't allow downloads. Ask the person who gave it to you for the file.",
  );
}

/**
 * Decides whether `/a` may serve this asset to this caller: the rule is `servedTo`.
 *
 * @param transform what a signature must cover
 * @throws ApiError gone for expired, archived and deleted assets, whoever asks, and for URLs of an ended share link; forbidden for
 *   downloads through a link that doesn't allow them; not_found for everything else that isn't served.
 */
export async function admit(
  service: Service,
  row: DeliveryRow,
  mayRead: boolean,
  facts: RequestFacts,
  transform: string,
  now: Date,
): Promise<Audience> {
  const signature = facts.url.searchParams.get('s');
  const served = servedTo(row, utcDay(now));
  if (served === 'gone') throw new ApiError('gone', 'This asset is no longer available.');
  if (served === 'never') throw notFound();
  if (served === 'world') return 'world';
  if (mayRead) return 'reader';
  if (
    signature === null ||
    !verifyUse(signingKeyOf(service), signature, { id: row.id, sha256: row.sha256, transform }, now)
  )
    throw notFound();
  const link = linkOfUse(signature);
  if (link === null) return 'signed';
  const [open] = await service.db.query<{ downloads: boolean }>(openLink, [link]);
  if (!open)
    throw new ApiError('gone', 'The share link for this file has expired or was revoked. Ask for a new one.');
  if (!open.downloads) demandShown(facts, transform);
  return 'linked';
}
