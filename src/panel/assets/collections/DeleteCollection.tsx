'use client';
// Asks before a collection is deleted, and says what that does.
import type { Collection } from '../../../assets/collections/collection-schemas.ts';
import { call } from '../../client/operations.ts';
import { DeleteRecord } from '../../sharing/DeleteRecord.tsx';
import { useWords } from '../../words/useWords.ts';
import { collectionsPath } from './paths.ts';

interface Props {
  collection: Collection;
  onClose: () => void;
}

export function DeleteCollection({ collection: { id, name, count }, onClose }: Props) {
  const { t } = useWords();
  return (
    <DeleteRecord
      name={name}
      action={t('collections:delete')}
      words={count === 0 ? t('collections:deleteHint') : t('collections:deleteHintWith', { count })}
      leadsTo={collectionsPath}
      onDelete={() => call('delete_collection', { id })}
      onClose={onClose}
    />
  );
}
