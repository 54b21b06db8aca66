// Who is served at `/a`, and the key that signs its addresses.
import { statement } from '../../core/db/pool.ts';
import { ApiError, notFound } from '../../core/errors.ts';
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
  'select 1 from marque.shares where id = $1 and revoked_at is null and coalesce(expires_at > now(), true)',
);

/**
 * Decides whether `/a` may serve this asset to this caller: the rule is `servedTo`.
 *
 * @throws ApiError gone for expired, archived and deleted assets, whoever asks, and for URLs of an ended share link; not_found for
 *   everything else that isn't served.
 */
export async function admit(
  service: Service,
  row: DeliveryRow,
  mayRead: boolean,
  signature: string | null,
  transform: string,
  now: Date,
): Promise<Audience> {
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
  if ((await service.db.query(openLink, [link])).length === 0)
    throw new ApiError('gone', 'The share link for this file has expired or was revoked. Ask for a new one.');
  return 'linked';
}
