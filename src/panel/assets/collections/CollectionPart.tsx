'use client';
// An input for one optional collection.
import { useOperation } from '../../client/useOperation.ts';
import { PickPart } from '../../ui/form/PickPart.tsx';
import { CollectionPicker } from './CollectionPicker.tsx';
import { withThumbnails } from '../pictured.ts';
import { useWords } from '../../words/useWords.ts';

interface Props {
  label: string;
  id: string | null;
  hint?: string | undefined;
  onChange: (id: string | null) => void;
}

function ChosenCollection({ id }: { id: string }) {
  const { t } = useWords();
  const { data, problem } = useOperation('get_collection', { id, ...withThumbnails });
  if (problem) return <span className="mq-muted">{t('collections:gone')}</span>;
  return <strong>{data?.name}</strong>;
}

export function CollectionPart({ label, id, hint, onChange }: Props) {
  return (
    <PickPart
      label={label}
      noun="collection"
      chosen={id && <ChosenCollection id={id} />}
      hint={hint}
      onRemove={() => onChange(null)}
      picker={(close) => (
        <CollectionPicker
          title={label}
          mayCreate={false}
          onClose={close}
          onChoose={(collection) => {
            onChange(collection.id);
            close();
          }}
        />
      )}
    />
  );
}
