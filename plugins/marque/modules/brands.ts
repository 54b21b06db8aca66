// Brands: rules, pages, theme, tokens, publishing, and the repository a brand is kept in.
import { brandComments } from '../../../collections/brand-comments.ts';
import { brandPages } from '../../../collections/brand-pages.ts';
import { brandRules } from '../../../collections/brand-rules.ts';
import { brands as collection } from '../../../collections/brands.ts';
import { brandOperations } from '../../../endpoints/brands/index.ts';
import { syncJob } from '../../../src/brands/git/source.ts';
import { runSync } from '../../../src/brands/git/sync.ts';
import { removeBrandsOfWorkspaces } from '../../../src/brands/remove.ts';
import { reportedBrands } from '../../../src/brands/reported.ts';
import { brandAliases, brandTargets } from '../../../src/brands/targets.ts';
import { brandKind } from '../../../src/brands/grantable.ts';
import { defineModule } from '../../../src/core/module.ts';
import { label } from '../../../src/words/index.ts';

const brandView = 'marque/rsc#BrandView';

export const brands = defineModule({
  name: 'brands',
  collections: [collection, brandRules, brandPages, brandComments],
  grantable: [brandKind],
  targets: brandTargets,
  targetAliases: brandAliases,
  operations: brandOperations,
  tags: { brands: 'Brands: rules, pages, themes, tokens, and what is published' },
  jobs: [
    {
      name: syncJob,
      cron: null,
      expireInSeconds: 30 * 60,
      // Tried again only where a process ended over it: what a repository refuses is kept as the sync's error.
      each: { atOnce: 2, retries: 2, firstRetrySeconds: 30 },
      run: (service, data, signal) => runSync(service, data, signal),
    },
  ],
  reported: reportedBrands,
  onWorkspaceDelete: removeBrandsOfWorkspaces,
  panel: {
    commands: [{ label: label('menu:newBrand'), path: '/brands?new=1', scope: 'write' }],
    searches: ['marque/client-components#BrandsFound'],
    menu: [
      {
        label: label('menu:brands'),
        path: '/brands',
        icon: 'marque/client-components#BrandsIcon',
        order: 30,
      },
    ],
    // Payload matches an address as a whole, so each depth is a view.
    views: {
      brands: { Component: 'marque/rsc#BrandsPage', path: '/brands', exact: true },
      brand: { Component: brandView, path: '/brands/:slug', exact: true },
      brandPart: { Component: brandView, path: '/brands/:slug/:part', exact: true },
      brandPage: { Component: brandView, path: '/brands/:slug/:part/:page', exact: true },
    },
  },
});
