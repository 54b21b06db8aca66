'use client';
// Writes a comment or a reply.
import { toast } from '@payloadcms/ui';
import { useState, type ReactNode } from 'react';
import { wordsOf } from '../../client/api.ts';
import { TextPart } from '../../ui/inputs.tsx';
import { Form } from '../../ui/Form.tsx';

interface Props {
  id: string;
  label: string;
  button: string;
  onSend: (body: string) => Promise<void>;
  /** Shown next to the button. */
  children?: ReactNode;
}

export function CommentForm({ id, label, button, onSend, children }: Props) {
  const [body, setBody] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await onSend(body.trim());
      setBody('');
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form className="mq-form" aria-label={label} onSubmit={() => void send()}>
      <TextPart id={id} label={label} type="lines" value={body} maxLength={10_000} onChange={setBody} />
      <div className="mq-row">
        <button type="submit" className="mq-button mq-button--small" disabled={busy || body.trim() === ''}>
          {button}
        </button>
        {children}
      </div>
    </Form>
  );
}
