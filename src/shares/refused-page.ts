// Errors of a share link as pages: the password form, or why there is nothing to see.
import type { Answer, RequestFacts } from '../core/operation.ts';
import { isApiError, referenceOf } from '../core/errors.ts';
import type { Service } from '../core/service.ts';
import { refusalPage, wantsPage } from '../sharing/document.tsx';
import { sharePagePath } from './links.ts';
import { organizationOfShare } from './open-share.ts';
import { aroundOf, passwordPage } from './pages.tsx';

/**
 * @throws the error itself to programs, which get the JSON envelope.
 * @param typed true if a typed password was refused.
 */
export async function refusedPage(
  service: Service,
  { headers }: RequestFacts,
  token: string,
  error: unknown,
  typed = false,
): Promise<Answer> {
  if (!isApiError(error) || !wantsPage(headers)) throw error;
  referenceOf(error, service.log, { operation: 'share' });
  if (error.code === 'not_found') return refusalPage(service.env.serverUrl, error);
  const around = await aroundOf(service, await organizationOfShare(service.db, token), null);
  if (error.code !== 'password') return refusalPage(service.env.serverUrl, error, around.look);
  const { name } = error.detail as { name: string };
  return passwordPage(around, name, { wrong: typed ? error.message : null, action: sharePagePath(token) });
}
