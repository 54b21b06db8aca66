// The menu as a group in Payload's own navigation, where Marque is installed in another app's panel.
import type { ServerProps } from 'payload';
import { MenuEntries } from './entries.tsx';
import { MenuGroup } from './MenuGroup.tsx';

export function MenuLinks({ payload, permissions, i18n }: ServerProps) {
  return (
    <MenuGroup>
      <MenuEntries payload={payload} i18n={i18n} permissions={permissions} />
    </MenuGroup>
  );
}
