'use client';
// The name of an asset in a list or grid, as a link to its page.
import { Link } from '@payloadcms/ui';
import { useAdminRoute } from '../shell/routes.ts';
import { atPlaceInText, type FoundAsset } from './found-in-text.ts';
import { nameOf } from './name-of.ts';

interface Props {
  asset: FoundAsset;
  /** Of the link: where it is opened from. */
  query?: string;
  className?: string;
  draggable?: boolean;
  onClick?: (() => void) | undefined;
}

export function AssetName({ asset, query = '', ...link }: Props) {
  const route = useAdminRoute();
  return (
    <Link
      href={`${route(`/collections/assets/${asset.id}`)}${atPlaceInText(query, asset)}`}
      prefetch={false}
      title={asset.filename}
      {...link}
    >
      {nameOf(asset)}
    </Link>
  );
}
