// Visitors of a review link: a name and an e-mail address, once, kept in a signed cookie of that link. There's no account, and nothing
// about them is stored here until they comment.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { NobodyCaller, Visitor } from '../../core/access/caller.ts';
import { ApiError } from '../../core/errors.ts';
import { isFromOwnOrigin } from '../../core/pipeline/identify.ts';
import { issuesOf, malformed } from '../../core/pipeline/error-response.ts';
import type { Service } from '../../core/service.ts';
import { passIn, sealPass, visitorCookie, type PassCookie } from '../../sharing/passes.ts';
import { sharePagePath } from '../links.ts';
import type { OpenShare } from '../open-share.ts';

/** What visitors type. */
export const VisitorInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter your name.')
    .max(100, 'A name can have up to 100 characters.')
    // The last two ranges turn the direction of the text around a name.
    .refine(
      (name) => !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name),
      'A name can’t have control characters.',
    ),
  email: z
    .string()
    .trim()
    .max(254)
    .toLowerCase()
    .pipe(z.email('Enter your e-mail address, such as ada@example.com.')),
});

/** @throws ApiError invalid_request with an issue for each field */
export function readVisitor(form: URLSearchParams): z.output<typeof VisitorInput> {
  const parsed = VisitorInput.safeParse({ name: form.get('name') ?? '', email: form.get('email') ?? '' });
  if (!parsed.success) throw malformed(issuesOf(parsed.error));
  return parsed.data;
}

/** The longest that browsers keep a cookie (RFC 6265bis, 5.5). */
const maxSeconds = 400 * 24 * 60 * 60;

/** A link to review, as its page was opened. */
export interface Reviewing {
  service: Service;
  share: OpenShare;
  token: string;
}

const cookieAt = ({ service, share, token }: Reviewing): PassCookie => ({
  origin: service.env.serverUrl,
  name: `mq_review_${share.id}`,
  path: sharePagePath(token),
});

/** Who this browser is on the page of the link; null until they said so. */
export function visitorIn(reviewing: Reviewing, headers: Headers): Visitor | null {
  const { service, share } = reviewing;
  const pass = passIn<Visitor & { share: string }>(service, 'review', cookieAt(reviewing), headers);
  return pass?.share === share.id ? { id: pass.id, name: pass.name, email: pass.email } : null;
}

/**
 * The cookie that names a visitor, for as long as the link works.
 * @param before keeps who they were, so that their comments stay theirs
 */
export function cookieOf(
  reviewing: Reviewing,
  said: z.output<typeof VisitorInput>,
  before: Visitor | null,
): string {
  const { service, share } = reviewing;
  const left = share.expiresAt === null ? maxSeconds : (share.expiresAt.getTime() - Date.now()) / 1000;
  const seconds = Math.max(1, Math.min(maxSeconds, Math.ceil(left)));
  const claims = { share: share.id, id: before?.id ?? randomUUID(), ...said };
  return visitorCookie(cookieAt(reviewing), sealPass(service, 'review', claims, seconds), seconds);
}

/** CSRF: only the page itself may send something in a visitor's name, not a site of the same domain. @throws ApiError forbidden */
export function demandOwnPage(service: Service, headers: Headers): void {
  if (!isFromOwnOrigin(service, headers))
    throw new ApiError('forbidden', 'This was sent by another page. Open the link, and try again there.');
}

/** @throws ApiError unauthorized for a visitor who hasn't said who they are */
export function demandVisitor(reviewing: Reviewing, headers: Headers): Visitor {
  const visitor = visitorIn(reviewing, headers);
  if (!visitor) throw new ApiError('unauthorized', 'Enter your name and e-mail address first.');
  return visitor;
}

/** A visitor as the author of what they write. */
export const callerOf = ({ id, name }: OpenShare, visitor: Visitor): NobodyCaller => ({
  kind: 'nobody',
  link: { id, name, visitor },
});

/** @throws ApiError conflict for links of other kinds */
export function demandReview({ kind }: OpenShare): void {
  if (kind !== 'review')
    throw new ApiError('conflict', "This link doesn't take comments. Ask for a link to review.");
}
