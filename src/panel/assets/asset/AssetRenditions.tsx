'use client';
// Addresses to copy: the original and the standard renditions.
import { useEffect, useState } from 'react';
import type { Description } from '../../../assets/schemas.ts';
import { useAssetForm } from './useAssetForm.ts';
import { call } from '../../client/operations.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';

const labels: Record<string, string> = {
  thumb: 'Thumbnail',
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
};

/** Reloads when the status changes. Null until loaded, and for assets without a description. */
function useDescription(id: string | null, status: string | null): Description | null {
  const [known, setKnown] = useState<Description | null>(null);
  useEffect(() => {
    if (id === null) return;
    const controller = new AbortController();
    call('describe_asset', { id }, { signal: controller.signal }).then(
      setKnown,
      () => undefined, // The file can still be downloaded.
    );
    return () => {
      controller.abort();
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
        <p className="mq-hint">These addresses work once the asset is active.</p>
      )}
      <ul aria-label="Addresses">
        {addresses.map(({ name, url }) => (
          <li key={name}>
            <span>{labels[name] ?? name}</span>
            <span className="mq-secret">
              <code>{url}</code>
              <CopyButton value={url} label={`Copy address: ${labels[name] ?? name}`} />
            </span>
          </li>
        ))}
      </ul>
      {description.constraints && (
        <p className="mq-hint">
          For any other size or format, replace {'{transform}'} in {description.urls.rendition} with a
          transform such as w_800,f_webp.
        </p>
      )}
    </div>
  );
}
