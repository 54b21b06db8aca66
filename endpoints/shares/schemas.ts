// Shapes shared by the operations on share links.
import { z } from 'zod';
import { isId } from '../../src/core/access/ids.ts';
import { Id } from '../../src/assets/schemas.ts';
import type { ErrorCode } from '../../src/core/errors.ts';
import type { Target } from '../../src/core/operation.ts';

/** Why a file sent to a link, or its password, isn't accepted. */
export const refusals = [
  'not_found',
  'gone',
  'password',
  'rate_limited',
  'conflict',
  'too_large',
  'unsupported',
  'invalid',
] as const satisfies readonly ErrorCode[];

/** Why a form on the page of a review link isn't accepted. */
export const reviewRefusals = [
  'invalid_request',
  'unauthorized',
  'password',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'too_large',
  'rate_limited',
] as const satisfies readonly ErrorCode[];

export const sharePath = z.object({ id: Id.describe("The link's id") });
export const tokenPath = z.object({
  token: z.string().min(1).max(100).describe("The last part of the link's address"),
});

/** Creating and revoking a link needs the share ability on what it shares. */
export const onShare = ({ path }: { path: Record<string, string> }): Target => ({
  targetOfShare: path.id ?? '',
});

/** The one resource that a body names. */
export function sharedTarget(body: unknown): Target | null {
  if (typeof body !== 'object' || body === null) return null;
  const { collection, asset } = body as { collection?: unknown; asset?: unknown };
  if (isId(collection) && asset === undefined) return { collection };
  return isId(asset) && collection === undefined ? { asset } : null;
}
