// Addresses of an asset's bytes for somebody who has no grant on it: signed for a while, the file and what is shown of it.
import type { Service } from '../../core/service.ts';
import { signUse } from '../../core/storage/signing.ts';
import { signingKeyOf } from './deliver.ts';
import { isTransformable } from '../metadata/kinds.ts';
import { canonical, parseTransform } from './transform.ts';

export interface SignedFile {
  id: string;
  sha256: string;
  mime_type: string;
}

const signedSeconds = 24 * 60 * 60;
/** Signatures of the same ten minutes are the same, so that a browser fetches nothing twice. */
const stepSeconds = 600;

/** When what is signed now ends: in a day, or sooner where what lets them see it does. */
export function mediaEnd(end: Date | null = null): Date {
  const steps = Math.floor(Date.now() / 1000 / stepSeconds);
  const day = (steps * stepSeconds + signedSeconds) * 1000;
  return new Date(end === null ? day : Math.min(day, end.getTime()));
}

/**
 * The address of a rendition, or of the original where `transform` is null or the file has no renditions.
 * A signature stands in for public, private and embargo, never for state: ask whether it may be used before.
 * One for a share link ends with it.
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
  return `${service.env.serverUrl}/a/${id}${name && `/${name}`}?${download ? 'download&' : ''}s=${signature}`;
}
