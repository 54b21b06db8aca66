// A portal as one of its audiences sees it, for the people who manage it: also while it's closed. Which audience, is in a cookie;
// that they manage it, is asked on every request.
import { rankOf } from '../core/access/ladder.ts';
import { cookieOf } from '../core/access/payload/workspace-field.ts';
import type { Context } from '../core/operation.ts';
import { audiences, type Audience } from '../brands/pages/schemas.ts';

interface Previewed {
  id: string;
}

type Visit = Pick<Context, 'request' | 'caller' | 'accessTo'>;

/** Long enough to look around. */
const previewSeconds = 60 * 60;

const cookieNameOf = ({ id }: Previewed): string => `mq_preview_${id}`;
const audienceOf = (text: string | null): Audience | null =>
  audiences.find((audience) => audience === text) ?? null;

/** True for people who may change the portal. */
export async function mayPreview(
  { caller, accessTo }: Pick<Context, 'caller' | 'accessTo'>,
  portal: Previewed,
): Promise<boolean> {
  if (caller.kind === 'nobody') return false;
  return rankOf((await accessTo({ portal: portal.id })).scope) >= rankOf('write');
}

/** The audience that the visitor asked to see it as; null if they see it as themselves. */
export async function previewedAs(visit: Visit, portal: Previewed): Promise<Audience | null> {
  const audience = audienceOf(cookieOf(visit.request.headers, cookieNameOf(portal)));
  return audience && (await mayPreview(visit, portal)) ? audience : null;
}

/** Set-Cookie for a preview. @param asked an audience; anything else ends the preview */
export function previewCookie(serverUrl: string, portal: Previewed, asked: string): string {
  const audience = audienceOf(asked);
  const secure = serverUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieNameOf(portal)}=${audience ?? ''}; Path=/; Max-Age=${audience ? previewSeconds : 0}; HttpOnly; SameSite=Lax${secure}`;
}
