'use client';
// Creates a portal or a site by its name; the rest is on its page.
import { useId, useState, type ReactNode } from 'react';
import { useSaving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { TextPart } from '../ui/form/inputs.tsx';
import { Sheet } from '../ui/Sheet.tsx';

interface Props {
  noun: 'portal' | 'site';
  placeholder: string;
  /** What happens then. */
  words: string;
  /** More inputs. */
  children?: ReactNode;
  onCreate: (name: string) => Promise<void>;
  onClose: () => void;
}

export function NewRecord({ noun, placeholder, words, children, onCreate, onClose }: Props) {
  const id = useId();
  const [name, setName] = useState('');
  const { busy, at, problem, save } = useSaving(['name']);
  return (
    <Sheet title={`New ${noun}`} onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save(() => onCreate(name.trim()))}>
        <TextPart
          id={id}
          label="Name"
          required
          value={name}
          maxLength={200}
          placeholder={placeholder}
          problem={at('name')}
          hint={words}
          onChange={setName}
        />
        {children}
        <Alert problem={problem} />
        <FormFoot
          action={`Create ${noun}`}
          disabled={busy || name.trim() === ''}
          onCancel={onClose}
          inSheet
        />
      </Form>
    </Sheet>
  );
}
