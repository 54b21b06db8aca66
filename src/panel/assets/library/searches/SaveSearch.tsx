'use client';
// Saves the search in the address under a name.
import { toast } from '@payloadcms/ui';
import { useId, useState } from 'react';
import { call } from '../../../client/operations.ts';
import { useSaving } from '../../../client/useSaving.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { FormFoot } from '../../../ui/form/FormFoot.tsx';
import { TextPart } from '../../../ui/form/inputs.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { queryIn } from './saved-search.ts';
import { useWords } from '../../../words/useWords.ts';

interface Props {
  parameters: URLSearchParams;
  onSaved: () => void;
}

export function SaveSearch({ parameters, onSaved }: Props) {
  const { t } = useWords();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const { busy, at, problem, save } = useSaving(['name']);

  const send = (): Promise<void> =>
    save(async () => {
      await call('create_search', { body: { name, query: queryIn(parameters) } });
      toast.success(t('searches:saved', { name: name.trim() }));
      setOpen(false);
      setName('');
      onSaved();
    });
  return (
    <>
      <button type="button" className="mq-button mq-button--small" onClick={() => setOpen(true)}>
        {t('searches:save')}
      </button>
      {open && (
        <Sheet title={t('searches:save')} onClose={() => setOpen(false)}>
          <Form className="mq-form" onSubmit={send}>
            <p className="mq-muted">{t('searches:saveHint')}</p>
            <TextPart
              id={`${id}-name`}
              label={t('ui:name')}
              value={name}
              maxLength={100}
              required
              problem={at('name')}
              onChange={setName}
            />
            <Alert problem={problem} />
            <FormFoot
              action={t('searches:save')}
              disabled={busy || name.trim() === ''}
              onCancel={() => setOpen(false)}
              inSheet
            />
          </Form>
        </Sheet>
      )}
    </>
  );
}
