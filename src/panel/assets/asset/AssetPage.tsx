// An asset's page in Payload's frame, with what it shows first: the picture's address is in the page, so that it loads with it.
import type { DocumentViewClientProps, DocumentViewServerPropsOnly } from 'payload';
import { Preloaded } from '../../client/Preloaded.tsx';
import { urlOf } from '../../client/operations.ts';
import { preload } from '../../shell/preload.ts';
import { AssetView, NewAsset } from '../../views.ts';
import { withThumbnails } from '../pictured.ts';

type Props = DocumentViewClientProps & Pick<DocumentViewServerPropsOnly, 'doc' | 'payload'>;

/** What Payload gives to components on the server only. */
const onServer = [
  'doc',
  'hasPublishedDoc',
  'i18n',
  'initPageResult',
  'locale',
  'params',
  'payload',
  'permissions',
  'routeSegments',
  'searchParams',
  'user',
  'versions',
];

const firstReadsOf = (id: string): string[] => [
  urlOf('get_asset', { id, ...withThumbnails }),
  urlOf('get_asset_texts', { id }),
  urlOf('get_asset_usage', { id }),
];

export async function AssetPage({ doc, payload, ...props }: Props) {
  const id: unknown = (doc as { id?: unknown } | null)?.id;
  if (typeof id === 'string')
    return (
      <Preloaded preloads={await preload(payload, firstReadsOf(id))}>
        <AssetView id={id} />
      </Preloaded>
    );
  const own = Object.fromEntries(Object.entries(props).filter(([name]) => !onServer.includes(name)));
  return <NewAsset {...(own as unknown as DocumentViewClientProps)} />;
}
