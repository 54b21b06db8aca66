// The access request form, for visitors without access.
import type { Answer } from '../../../core/operation.ts';
import type { Service } from '../../../core/service.ts';
import type { PortalFacts } from '../../visibility.ts';
import { entryPage } from '../entry-page.tsx';
import { viewOf } from '../paths.ts';
import type { PortalView } from '../view.ts';

/** The access request form. */
export function askPage(
  service: Service,
  portal: PortalFacts,
  {
    status = 200,
    sent = false,
    wrong = null,
  }: { status?: number; sent?: boolean; wrong?: string | null } = {},
): Promise<Answer> {
  return entryPage(service, portal, {
    title: `Request access: ${portal.name}`,
    status,
    body: sent ? (
      <>
        <h1>Thank you</h1>
        <p className="note" role="status">
          Your request was sent to the people who manage {portal.name}. If they approve it, you’ll get your
          own link.
        </p>
      </>
    ) : (
      <>
        <h1>Request access</h1>
        <p className="quiet">To {portal.name}. You’ll get your own link once your request is approved.</p>
        <form method="post" className="stack" action={viewOf(portal, 'access')}>
          {wrong === null ? null : (
            <p className="note wrong" role="alert">
              {wrong}
            </p>
          )}
          <div>
            <label htmlFor="email">Your e-mail address</label>
            <input id="email" name="email" type="email" autoComplete="email" maxLength={254} required />
          </div>
          <div>
            <label htmlFor="name">Your name</label>
            <input id="name" name="name" autoComplete="name" maxLength={200} />
          </div>
          <div>
            <label htmlFor="note">What you need it for</label>
            <textarea id="note" name="note" rows={4} maxLength={2000} />
          </div>
          <button>Send request</button>
        </form>
      </>
    ),
  });
}

export const access: PortalView = { title: 'Request access', withoutAccess: askPage };
