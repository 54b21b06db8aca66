// How long browsers and proxies may keep what is delivered.

/**
 * Who a delivery is for: `world` by anyone, `signed` only by the holder of the URL, `linked` (signed for a share link, which can be
 * revoked at any time) and `reader` not at all.
 */
export type Audience = 'world' | 'signed' | 'linked' | 'reader';

const maxCacheSeconds = 3600;
/** Of renditions by preset, which change with the setting. */
export const presetSeconds = 60;

/** Seconds a response may be cached: an hour unless told less, and never past the last day of use. */
export function cacheSeconds(expires: string | null, now: Date, most = maxCacheSeconds): number {
  if (expires === null) return most;
  const end = Date.parse(`${expires}T00:00:00Z`) + 24 * 60 * 60 * 1000;
  return Math.max(0, Math.min(most, Math.floor((end - now.getTime()) / 1000)));
}

/**
 * @param audience `record`: whoever can read it, and `kept`: at the address that was handed out to them for what it is now. Both also
 *   after its last day of use.
 */
export function cacheControl(
  audience: Audience | 'record' | 'kept',
  expires: string | null,
  now: Date,
  most = maxCacheSeconds,
): string {
  if (audience === 'record') return 'private, no-store';
  if (audience === 'kept') return `private, max-age=${most}`;
  if (audience === 'reader' || audience === 'linked') return 'private, no-cache';
  const seconds = cacheSeconds(expires, now, most);
  return `${audience === 'world' ? 'public' : 'private'}, max-age=${seconds}${seconds === 0 ? ', must-revalidate' : ''}`;
}
