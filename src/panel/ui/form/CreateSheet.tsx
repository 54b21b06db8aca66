'use client';
// Creates something by its name, in a sheet.
import { useId, useState, type ReactNode } from 'react';
import { useSaving, type Saving } from '../../client/useSaving.ts';
import { Alert } from '../Alert.tsx';
import { Sheet } from '../overlays/Sheet.tsx';
import { Form } from './Form.tsx';
import { FormFoot } from './FormFoot.tsx';
import { NamePart } from './record-inputs.tsx';

interface Props {
  title: string;
  /** What the button says. */
  action: string;
  placeholder?: string;
  hint?: string;
  /** Of the name, in characters. */
  maxLength?: number;
  /** Further fields, by the server's names, whose errors their inputs show. */
  fields?: readonly string[];
  /** Further inputs. `at` has their errors. */
  children?: (at: Saving['at']) => ReactNode;
  /** @param name trimmed. Errors it throws are shown. */
  onCreate: (name: string) => Promise<void>;
  onClose: () => void;
}

export function CreateSheet({ title, action, fields = [], children, onCreate, onClose, ...named }: Props) {
  const id = useId();
  const [name, setName] = useState('');
  const { busy, at, problem, save } = useSaving(['name', ...fields]);
  return (
    <Sheet title={title} asks onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save(() => onCreate(name.trim()))}>
        <NamePart id={id} value={name} problem={at('name')} onChange={setName} {...named} />
        {children?.(at)}
        <Alert problem={problem} />
        <FormFoot action={action} disabled={busy || name.trim() === ''} onCancel={onClose} inSheet />
      </Form>
    </Sheet>
  );
}
