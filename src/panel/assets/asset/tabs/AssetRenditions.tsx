'use client';
// Addresses to copy: the original and the standard renditions.
import { useEffect, useState } from 'react';
import type { Description } from '../../../../assets/schemas.ts';
import { useOpenAsset } from '../record/open-asset.ts';
import { call } from '../../../client/operations.ts';
import { reading } from '../../../client/reading.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { PlainKey } from '../../../../words/keys.ts';

const nameKeys: Partial<Record<string, PlainKey>> = {
  original: 'asset:original',
  thumb: 'asset:thumbnail',
  small: 'asset:small',
  medium: 'asset:medium',
  large: 'asset:large',
};

/** Reloads when the status changes. Null until loaded, and for assets without a description. */
function useDescription(id: string, status: string): Description | null {
  const [known, setKnown] = useState<Description | null>(null);
  useEffect(() => {
    // The file can still be downloaded.
    return reading((signal) => call('describe_asset', { id }, { signal }), setKnown);
  }, [id, status]);
  return known && known.id === id ? known : null;
}

interface Address {
  name: string;
  url: string;
}

/** What a description calls the pages of a document. */
const pageOf = (name: string): string | undefined => /^page_(\d+)$/.exec(name)?.[1];

function AddressList({ addresses, label }: { addresses: readonly Address[]; label: string }) {
  const { t } = useWords();
  const labelOf = (name: string): string => {
    const key = nameKeys[name];
    const page = pageOf(name);
    if (page !== undefined) return t('comments:page', { page });
    return key ? t(key) : name;
  };
  return (
    <ul aria-label={label}>
      {addresses.map(({ name, url }) => (
        <li key={name}>
          <span>{labelOf(name)}</span>
          <span className="mq-secret">
            <code>{url}</code>
            <CopyButton value={url} label={t('asset:copyAddress', { name: labelOf(name) })} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function AssetRenditions() {
  const { t } = useWords();
  const { asset } = useOpenAsset();
  const description = useDescription(asset.id, asset.status);
  if (!description) return null;
  const all = [{ name: 'original', url: description.urls.original }, ...description.alternatives];
  const pages = all.filter(({ name }) => pageOf(name) !== undefined);
  return (
    <div className="mq-renditions">
      {description.state !== 'active' && <p className="mq-hint">{t('asset:addressesHint')}</p>}
      <AddressList
        addresses={all.filter(({ name }) => pageOf(name) === undefined)}
        label={t('asset:addresses')}
      />
      {pages.length > 0 && (
        <details>
          <summary>{t('asset:addressesOfPages')}</summary>
          <AddressList addresses={pages} label={t('asset:addressesOfPages')} />
        </details>
      )}
      {description.constraints && (
        <p className="mq-hint">{t('asset:otherSizes', { address: description.urls.rendition })}</p>
      )}
    </div>
  );
}
