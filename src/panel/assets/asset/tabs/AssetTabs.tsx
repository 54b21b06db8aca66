'use client';
// What concerns an asset as a whole, below its file: each tab loads when it's opened.
import dynamic from 'next/dynamic.js';
import { Tabs } from '../../../ui/tabs/Tabs.tsx';
import { useWords } from '../../../words/useWords.ts';
import { useOpenAsset } from '../record/open-asset.ts';
import { useTab } from './useTab.ts';

const AssetVersions = dynamic(() =>
  import('../versions/AssetVersions.tsx').then((module) => module.AssetVersions),
);
const AssetCrops = dynamic(() => import('../crops/AssetCrops.tsx').then((module) => module.AssetCrops));
const AssetUses = dynamic(() => import('../uses/AssetUses.tsx').then((module) => module.AssetUses));
const AccessReport = dynamic(() =>
  import('../../../access-report/WhoCanReach.tsx').then((module) => module.AccessReport),
);
const AssetRenditions = dynamic(() =>
  import('./AssetRenditions.tsx').then((module) => module.AssetRenditions),
);
const AssetActivity = dynamic(() =>
  import('../activity/AssetActivity.tsx').then((module) => module.AssetActivity),
);

const names = ['versions', 'crop', 'whereUsed', 'whoCanReach', 'renditions', 'activity'] as const;

/** What the open tab shows. */
function Part({ name }: { name: (typeof names)[number] }) {
  const { id } = useOpenAsset().asset;
  switch (name) {
    case 'versions':
      return <AssetVersions />;
    case 'crop':
      return <AssetCrops />;
    case 'whereUsed':
      return <AssetUses />;
    case 'whoCanReach':
      return <AccessReport reference={id} shared={{ kind: 'asset', id }} />;
    case 'renditions':
      return <AssetRenditions />;
    case 'activity':
      return <AssetActivity />;
  }
}

export function AssetTabs() {
  const { t } = useWords();
  const [open, choose] = useTab('tab', names);
  const tabs = names.map((name) => ({ name, label: t(`records:${name}`) }));
  return (
    <Tabs id="mq-asset-tab" label={t('asset:about')} tabs={tabs} open={open} onChoose={choose}>
      <Part name={open} />
    </Tabs>
  );
}
