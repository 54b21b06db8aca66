// The words of the library, assets, collections, uploads and the trash.
import { asset } from './asset.ts';
import { assets } from './assets.ts';
import { bulk } from './bulk.ts';
import { collections } from './collections.ts';
import { filters } from './filters.ts';
import { library } from './library.ts';
import { rights } from './rights.ts';
import { searches } from './searches.ts';
import { trash } from './trash.ts';
import { uploads } from './uploads.ts';
import { uses } from './uses.ts';
import { versions } from './versions.ts';

export const assetWords = {
  asset,
  assets,
  bulk,
  collections,
  filters,
  library,
  rights,
  searches,
  trash,
  uploads,
  uses,
  versions,
} as const;
