// The library in Payload's list view, with the first page of what its address asks for.
import type { ListViewClientProps, ListViewServerPropsOnly } from 'payload';
import { Preloaded } from '../../client/Preloaded.tsx';
import { preload } from '../../shell/preload.ts';
import { queryOf } from '../../shell/page.tsx';
import { urlOf } from '../../client/operations.ts';
import { firstPageUrl } from '../find-assets.ts';
import { Library } from '../../views.ts';
import { queryIn } from './library-filter.ts';
import { withThumbnails } from '../pictured.ts';

type Props = ListViewClientProps & Pick<ListViewServerPropsOnly, 'payload' | 'searchParams'>;

/** What Payload gives to components on the server only. */
const onServer = [
  'collectionConfig',
  'data',
  'i18n',
  'limit',
  'listSearchableFields',
  'locale',
  'params',
  'payload',
  'permissions',
  'searchParams',
  'user',
];

export async function LibraryPage({ payload, searchParams, ...props }: Props) {
  const own = Object.fromEntries(
    Object.entries(props).filter(([name]) => !onServer.includes(name)),
  ) as unknown as ListViewClientProps;
  const isSearch = props.viewType !== 'trash';
  const urls = isSearch
    ? [firstPageUrl(queryIn(queryOf(searchParams))), urlOf('list_collections', withThumbnails)]
    : [];
  return (
    <Preloaded preloads={await preload(payload, urls)}>
      <Library {...own} />
    </Preloaded>
  );
}
