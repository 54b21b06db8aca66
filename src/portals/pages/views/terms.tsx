// The portal's terms of use.
import { Prose } from '../prose.tsx';
import type { PortalView } from '../view.ts';

export const terms: PortalView = {
  title: 'Terms of use',
  inNavigation: (portal) => portal.terms !== null,
  content: ({ portal }) => ({
    body: (
      <div className="wrap">
        <div className="head">
          <h1>Terms of use</h1>
        </div>
        {portal.terms === null ? (
          <p className="note">This portal has no terms of use.</p>
        ) : (
          <Prose text={portal.terms} />
        )}
      </div>
    ),
  }),
};
