'use client';
// An input for one optional collection.
import { useState } from 'react';
import { useOperation } from '../../client/useOperation.ts';
import { CollectionPicker } from './CollectionPicker.tsx';

interface Props {
  label: string;
  id: string | null;
  hint?: string | undefined;
  onChange: (id: string | null) => void;
}

function ChosenCollection({ id }: { id: string }) {
  const { data, problem } = useOperation('get_collection', { id });
  if (problem) return <span className="mq-muted">A collection that was deleted, or that you can’t see</span>;
  return <strong>{data?.name}</strong>;
}

export function CollectionPart({ label, id, hint, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const words = id ? 'Choose another' : 'Choose a collection';
  return (
    <div className="mq-field">
      <span className="mq-label">{label}</span>
      <div className="mq-row">
        {id && <ChosenCollection id={id} />}
        <button
          type="button"
          className="mq-button mq-button--small"
          aria-label={`${words}: ${label}`}
          onClick={() => setOpen(true)}
        >
          {words}
        </button>
        {id && (
          <button
            type="button"
            className="mq-link"
            aria-label={`Remove: ${label}`}
            onClick={() => onChange(null)}
          >
            Remove
          </button>
        )}
      </div>
      {hint && <p className="mq-hint">{hint}</p>}
      {open && (
        <CollectionPicker
          title={label}
          mayCreate={false}
          onClose={() => setOpen(false)}
          onChoose={(collection) => {
            onChange(collection.id);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
