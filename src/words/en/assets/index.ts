// The words of the library, assets, collections, uploads and the trash.
export { asset } from './asset.ts';
export { assets } from './assets.ts';
export { bulk } from './bulk.ts';
export { collections } from './collections.ts';
export { crops } from './crops.ts';
export { duplicates } from './duplicates.ts';
export { filters } from './filters.ts';
export { library } from './library.ts';
export { rights } from './rights.ts';
export { searches } from './searches.ts';
export { texts } from './texts.ts';
export { trash } from './trash.ts';
export { uploads } from './uploads.ts';
export { uses } from './uses.ts';
export { versions } from './versions.ts';
