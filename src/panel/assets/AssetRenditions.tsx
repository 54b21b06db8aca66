'use client';
// Addresses of an asset to copy: the original, and renditions ready to use.
import { CopyToClipboard } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Description } from '../../assets/schemas.ts';
import { call } from '../client/api.ts';
import { useAssetForm } from './useAssetForm.ts';

const labels: Record<string, string> = {
  thumb: 'Thumbnail',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
};

/** Asked for again when the state changes. Null until it is known, and for one that has no description. */
function useDescription(id: string | null, status: string | null): Description | null {
  const [known, setKnown] = useState<Description | null>(null);
  useEffect(() => {
    if (id === null) return;
    const left = new AbortController();
    call<Description>('GET', `/api/v1/assets/${id}/description`, { signal: left.signal }).then(
      setKnown,
      () => undefined, // The file itself is there to download all the same.
    );
    return () => {
      left.abort();
    };
  }, [id, status]);
  return known && known.id === id ? known : null;
}

export function AssetRenditions() {
  const { asset } = useAssetForm();
  const description = useDescription(asset?.id ?? null, asset?.status ?? null);
  if (!description) return null;
  const addresses = [{ name: 'Original', url: description.urls.original }, ...description.alternatives];
  return (
    <div className="mq-renditions">
      {description.state !== 'active' && (
        <p className="mq-hint">These addresses answer once the asset is active.</p>
      )}
      <ul aria-label="Addresses">
        {addresses.map(({ name, url }) => (
          <li key={name}>
            <span>{labels[name] ?? name}</span>
            <span className="mq-secret">
              <code>{url}</code>
              <CopyToClipboard value={url} defaultMessage={`Copy the address: ${labels[name] ?? name}`} />
            </span>
          </li>
        ))}
      </ul>
      {description.constraints && (
        <p className="mq-hint">
          Any other size and format: put it in place of {'{transform}'} in {description.urls.rendition}, such
          as w_800,f_webp.
        </p>
      )}
    </div>
  );
}
