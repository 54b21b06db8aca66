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

interface Props {
  parameters: URLSearchParams;
  onSaved: () => void;
}

export function SaveSearch({ parameters, onSaved }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const { busy, at, problem, save } = useSaving(['name']);

  const send = (): Promise<void> =>
    save(async () => {
      await call('create_search', { body: { name, query: queryIn(parameters) } });
      toast.success(`“${name.trim()}” saved for everyone in the workspace`);
      setOpen(false);
      setName('');
      onSaved();
    });
  return (
    <>
      <button type="button" className="mq-button mq-button--small" onClick={() => setOpen(true)}>
        Save search
      </button>
      {open && (
        <Sheet title="Save search" onClose={() => setOpen(false)}>
          <Form className="mq-form" onSubmit={send}>
            <p className="mq-muted">
              Everyone in the workspace can open it. It shows what matches at that time, sorted as it is now.
            </p>
            <TextPart
              id={`${id}-name`}
              label="Name"
              value={name}
              maxLength={100}
              required
              problem={at('name')}
              onChange={setName}
            />
            <Alert problem={problem} />
            <FormFoot
              action="Save search"
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
