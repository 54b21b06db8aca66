'use client';
// The panel's page of campaigns, and how a proposed asset is shown in the review queue.
import { useEffect, useState } from 'react';

type Campaign = Record<'id' | 'name' | 'starts' | 'ends', string> & { assets: string[] };

export function Campaigns() {
  const [campaigns, setCampaigns] = useState<Campaign[] | null>(null);
  useEffect(() => {
    void fetch('/api/v1/campaigns')
      .then((response) => response.json() as Promise<{ data: Campaign[] }>)
      .then(({ data }) => setCampaigns(data));
  }, []);
  return (
    <main className="gutter--left gutter--right">
      <h1>Campaigns</h1>
      <ul>
        {campaigns?.map(({ id, name, starts, ends, assets }) => (
          <li key={id}>
            <strong>{name}</strong>, {starts} to {ends}, {assets.length}{' '}
            {assets.length === 1 ? 'asset' : 'assets'}
          </li>
        ))}
      </ul>
    </main>
  );
}

type Props = { value: { asset?: string }; onChange?: (value: { asset: string }) => void };

export function CampaignAsset({ value: { asset = '' }, onChange }: Props) {
  if (!onChange) return <img src={`/api/v1/assets/${asset}/content/w_300`} alt="Proposed asset" />;
  return <input aria-label="Asset" value={asset} onChange={(e) => onChange({ asset: e.target.value })} />;
}
