// Portals: brands and collections shown to people outside.
import { portals as collection } from '../../../collections/portals.ts';
import { portalOperations } from '../../../endpoints/portals/index.ts';
import { portalTargets } from '../../../src/portals/targets.ts';
import { defineModule } from '../../../src/core/module.ts';
import { removePortalsOfWorkspaces } from '../../../src/portals/remove.ts';
import { portalAccess, reportedPortals } from '../../../src/portals/ways-in.ts';

export const portals = defineModule({
  name: 'portals',
  collections: [collection],
  targets: portalTargets,
  operations: portalOperations,
  reported: reportedPortals,
  accessSources: [portalAccess],
  onWorkspaceDelete: removePortalsOfWorkspaces,
});
