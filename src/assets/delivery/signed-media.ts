// Temporary signed URLs of an asset's original and renditions, for people without a grant on it.
import type { Service } from '../../core/service.ts';
import { signUse } from '../../core/storage/signing.ts';
import { playUse, signingKeyOf } from './admission.ts';
import { hasRenditions, isTransformable } from '../metadata/kinds.ts';
import { canonical, parseTransform } from './parse-transform.ts';
import { publicPath } from '../../core/public-paths.ts';
import { srcsetOf } from '../../lib/srcset.ts';

export interface SignedFile {
  id: string;
  sha256: string;
  mime_type: string;
}

const signedSeconds = 24 * 60 * 60;
/** Signatures made within the same ten minutes are equal, so browser caches work. */
const stepSeconds = 600;

/** Expiry of a signature made now: in a day, or earlier if the visitor's access ends earlier. */
export function mediaEnd(end: Date | null = null): Date {
  const steps = Math.floor(Date.now() / 1000 / stepSeconds);
  const day = (steps * stepSeconds + signedSeconds) * 1000;
  return new Date(end === null ? day : Math.min(day, end.getTime()));
}

/**
 * The URL of a rendition, or of the original if `transform` is null or the file has no renditions.
 * A signature overrides public, private and embargo, but never state: check that the asset may be used first.
 * A signature for a share link ends with the link.
 */
export function signedAddress(
  service: Service,
  { id, sha256, mime_type: mime }: SignedFile,
  transform: string | null,
  {
    expiresAt = mediaEnd(),
    download = false,
    link = null,
  }: { expiresAt?: Date; download?: boolean; link?: string | null } = {},
): string {
  const name =
    transform !== null && isTransformable(mime) ? canonical(parseTransform(transform), { mime }) : '';
  const signature = signUse(signingKeyOf(service), { id, sha256, transform: name, expiresAt, link });
  return `${service.env.serverUrl}${publicPath('a')}/${id}${name && `/${name}`}?${download ? 'download&' : ''}s=${signature}`;
}

/** The URL at which a recording of a share link is played, and not downloaded. */
export function signedPlayer(
  service: Service,
  { id, sha256 }: SignedFile,
  { expiresAt, link }: { expiresAt: Date; link: string },
): string {
  const signature = signUse(signingKeyOf(service), { id, sha256, transform: playUse, expiresAt, link });
  return `${service.env.serverUrl}${publicPath('a')}/${id}?play&s=${signature}`;
}

/** Widths of pictures on cards, and of those as wide as a page, in pixels. */
const shownWidths = { card: [320, 640, 960], page: [640, 960, 1280, 1920] } as const;

export interface SignedPicture extends SignedFile {
  width: number | null;
  height: number | null;
}

/** The `srcset` of a picture on our pages, each address signed; undefined where there's nothing to choose from. */
export function signedSrcset(
  service: Service,
  file: SignedPicture,
  shown: keyof typeof shownWidths,
  until: { expiresAt?: Date; link?: string } = {},
): string | undefined {
  if (!hasRenditions(file.mime_type, file.width)) return undefined;
  const address = (transform: string): string => signedAddress(service, file, transform, until);
  return srcsetOf(address, file, { widths: shownWidths[shown], format: 'webp' }) ?? undefined;
}
