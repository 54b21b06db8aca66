'use client';
// Saves the search in the address under a name.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import { call } from '../../../client/operations.ts';
import { CreateSheet } from '../../../ui/form/CreateSheet.tsx';
import { queryIn } from './saved-search.ts';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  parameters: URLSearchParams;
  onSaved: () => void;
}

export function SaveSearch({ parameters, onSaved }: Props) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="mq-button mq-button--small" onClick={() => setOpen(true)}>
        {t('searches:save')}
      </button>
      {isOpen && (
        <CreateSheet
          title={t('searches:save')}
          action={t('searches:save')}
          hint={t('searches:saveHint')}
          maxLength={100}
          onClose={() => setOpen(false)}
          onCreate={async (name) => {
            await call('create_search', { body: { name, query: queryIn(parameters) } });
            toast.success(t('searches:saved', { name }));
            setOpen(false);
            onSaved();
          }}
        />
      )}
    </>
  );
}
