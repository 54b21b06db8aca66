// Portals: brands and collections shown to people outside.
import { portals as collection } from '../../../collections/portals.ts';
import { portalOperations } from '../../../endpoints/portals/index.ts';
import { portalTargets } from '../../../src/portals/targets.ts';
import { ofWorkspaceBySlug } from '../../../src/core/access/reported.ts';
import { defineModule } from '../../../src/core/module.ts';
import { removePortalsOfWorkspaces } from '../../../src/portals/remove.ts';
import { portalAccess } from '../../../src/portals/ways-in.ts';
import { label } from '../../../src/words/index.ts';

export const portals = defineModule({
  name: 'portals',
  collections: [collection],
  targets: portalTargets,
  // Decisions on who gets in are only shown to those who make them.
  activity: { portal: 'write' },
  operations: portalOperations,
  tags: { portals: 'Portals: what visitors see of brands and collections' },
  reported: { portal: ofWorkspaceBySlug('portals') },
  accessSources: [portalAccess],
  onWorkspaceDelete: removePortalsOfWorkspaces,
  panel: {
    commands: [{ label: label('menu:newPortal'), path: '/collections/portals?new=1', scope: 'write' }],
    searches: ['marque/client-components#PortalsFound'],
    menu: [
      {
        label: label('menu:portals'),
        path: '/collections/portals',
        icon: 'marque/client-components#PortalsIcon',
        order: 40,
        scope: 'write',
      },
    ],
  },
});
