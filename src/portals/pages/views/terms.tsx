// The portal's terms of use.
import { Prose } from '../prose.tsx';
import type { PortalView } from '../view.ts';

export const terms: PortalView = {
  title: 'Terms of use',
  inNavigation: (portal) => portal.terms !== null,
  content: ({ portal }) => ({
    children:
      portal.terms === null ? (
        <p className="note">This portal has no terms of use.</p>
      ) : (
        <Prose text={portal.terms} />
      ),
  }),
};
