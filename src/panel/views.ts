// The views that pages on the server draw: each loads with its page.
'use client';

import dynamic from 'next/dynamic.js';

export const Agents = dynamic(() => import('./agents/Agents.tsx').then((module) => module.Agents));
export const AssetView = dynamic(() =>
  import('./assets/asset/AssetView.tsx').then((module) => module.AssetView),
);
export const BrandRoom = dynamic(() => import('./brands/BrandRoom.tsx').then((module) => module.BrandRoom));
export const Duplicates = dynamic(() =>
  import('./assets/duplicates/Duplicates.tsx').then((module) => module.Duplicates),
);
export const Events = dynamic(() => import('./events/Events.tsx').then((module) => module.Events));
export const Library = dynamic(() => import('./assets/library/Library.tsx').then((module) => module.Library));
export const NewAsset = dynamic(() =>
  import('./assets/asset/NewAsset.tsx').then((module) => module.NewAsset),
);
export const ReviewQueue = dynamic(() =>
  import('./review/ReviewQueue.tsx').then((module) => module.ReviewQueue),
);
export const Webhooks = dynamic(() => import('./webhooks/Webhooks.tsx').then((module) => module.Webhooks));
