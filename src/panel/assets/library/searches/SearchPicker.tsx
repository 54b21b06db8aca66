'use client';
// Opens and deletes saved searches.
import { toast } from '@payloadcms/ui';
import type { SavedSearch } from '../../../../assets/search/searches.ts';
import { wordsOf } from '../../../client/api.ts';
import { usePolicy } from '../../../client/me.tsx';
import { call } from '../../../client/operations.ts';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import { RemoveButton } from '../../../ui/RemoveButton.tsx';
import { offerUndo } from '../../../ui/undo.ts';
import { SearchLinks } from './SavedSearches.tsx';
import type { Searches } from './useSearches.ts';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';

async function remove({ id, name, query }: SavedSearch, reload: () => void, t: Translate): Promise<void> {
  try {
    await call('delete_search', { id });
    offerUndo(t('sharing:deleted', { name }), async () => {
      await call('create_search', { body: { name, query } });
      reload();
    });
  } catch (error) {
    toast.error(wordsOf(error));
  }
  reload();
}

interface Props extends Searches {
  address: URLSearchParams;
  onOpen: (parameters: URLSearchParams) => void;
}

export function SearchPicker({ searches, reload, address, onOpen }: Props) {
  const { t } = useWords();
  const mayDelete = usePolicy()?.searches.deletes ?? false;
  if (!searches || searches.length === 0) return null;
  return (
    <Popover label={t('searches:title')}>
      {(close) => (
        <SearchLinks
          searches={searches}
          address={address}
          onOpen={(parameters) => {
            close();
            onOpen(parameters);
          }}
        >
          {(search) =>
            mayDelete && (
              <RemoveButton
                label={t('searches:deleteOne', { name: search.name })}
                onRemove={() => void remove(search, reload, t)}
              />
            )
          }
        </SearchLinks>
      )}
    </Popover>
  );
}
