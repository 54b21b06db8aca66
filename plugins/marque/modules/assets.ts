// The library: assets, the collections they are in, saved searches, and the files behind them.
import { assets as collection } from '../../../collections/assets.ts';
import { collections } from '../../../collections/collections.ts';
import { assetOperations } from '../../../endpoints/assets/index.ts';
import { collectionOperations } from '../../../endpoints/collections/index.ts';
import { searchOperations } from '../../../endpoints/searches/index.ts';
import { checkBranding } from '../../../src/assets/branding.ts';
import { flushAssetTraffic, startAssetTraffic } from '../../../src/assets/asset-traffic.ts';
import { checkWatermarks } from '../../../src/assets/crops/watermark-files.ts';
import { removeAssetsOfWorkspaces } from '../../../src/assets/lifecycle/remove.ts';
import { sweep } from '../../../src/assets/lifecycle/sweep.ts';
import { verifySample } from '../../../src/assets/lifecycle/verify-blobs.ts';
import { drawPreviews } from '../../../src/assets/previews/draw-previews.ts';
import { drawJob } from '../../../src/assets/previews/previews.ts';
import { tryFacets } from '../../../src/assets/search/module-facets.ts';
import { openSearch } from '../../../src/assets/search/search.ts';
import { hashPictures } from '../../../src/assets/similar/hashes.ts';
import { readTexts, readTextsJob } from '../../../src/assets/texts/read-texts.ts';
import { assetAccess, reportedAssets } from '../../../src/assets/ways-in.ts';
import { assetTargets } from '../../../src/assets/targets.ts';
import { assetSettings } from '../../../src/assets/settings.ts';
import { assetKind, collectionKind } from '../../../src/assets/grantable.ts';
import { defineModule } from '../../../src/core/module.ts';
import { label } from '../../../src/words/index.ts';
import { flushed } from './flushed.ts';

export const assets = defineModule({
  name: 'assets',
  collections: [collection, collections],
  grantable: [collectionKind, assetKind],
  targets: assetTargets,
  settings: assetSettings,
  settingChecks: { branding: checkBranding, renditions: checkWatermarks },
  operations: [...assetOperations, ...collectionOperations, ...searchOperations],
  tags: {
    assets: 'Files and their metadata',
    delivery: 'Serving files',
    collections: 'Collections of assets',
    searches: 'Saved searches',
  },
  jobs: [
    {
      name: drawJob,
      cron: '* * * * *',
      atStart: true,
      expireInSeconds: 3 * 60 * 60,
      run: (service, _, signal) => drawPreviews(service, signal),
    },
    {
      name: readTextsJob,
      cron: '* * * * *',
      atStart: true,
      expireInSeconds: 3 * 60 * 60,
      run: (service, _, signal) => readTexts(service, signal),
    },
    {
      name: 'verify-sample',
      cron: '43 3 * * *',
      expireInSeconds: 3 * 60 * 60,
      run: (service, _, signal) => verifySample(service, signal),
    },
    {
      name: 'hash-pictures',
      cron: '* * * * *',
      atStart: true,
      expireInSeconds: 3 * 60 * 60,
      run: (service, _, signal) => hashPictures(service, signal),
    },
  ],
  sweep: async (service, signal) => ({ ...(await sweep(service, { signal })) }),
  start: async (service, { connection }) => {
    await tryFacets(service);
    const search = openSearch(service, connection);
    search.start();
    const stopTraffic = flushed(service, startAssetTraffic(service), flushAssetTraffic);
    return async () => {
      await search.close();
      await stopTraffic();
    };
  },
  streamed: { search: 'write' },
  reported: reportedAssets,
  accessSources: [assetAccess],
  onWorkspaceDelete: async (db, workspaceIds) => ({
    assets: await removeAssetsOfWorkspaces(db, workspaceIds),
  }),
  panel: {
    commands: [
      'marque/client-components#UploadCommand',
      { label: label('menu:newCollection'), path: '/collections/collections?new=1', scope: 'write' },
      { label: label('menu:trash'), path: '/collections/assets/trash', scope: 'write', isView: true },
      { label: label('menu:duplicates'), path: '/duplicates', scope: 'write', isView: true },
    ],
    searches: ['marque/client-components#AssetsFound', 'marque/client-components#CollectionsFound'],
    menu: [
      {
        label: label('menu:library'),
        path: '/collections/assets',
        also: ['/duplicates'],
        icon: 'marque/client-components#LibraryIcon',
        order: 20,
        children: 'marque/client-components#LibraryInMenu',
      },
      {
        label: label('menu:collections'),
        path: '/collections/collections',
        order: 21,
        under: '/collections/assets',
      },
    ],
    views: {
      duplicates: { Component: 'marque/rsc#DuplicatesPage', path: '/duplicates', exact: true },
    },
  },
});
