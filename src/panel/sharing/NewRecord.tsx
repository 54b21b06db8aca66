'use client';
// Creates a portal or a site by its name, and opens its page for the rest.
import { useRouter } from 'next/navigation.js';
import { useId, useState, type ReactNode } from 'react';
import { useSaving } from '../client/useSaving.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { NamePart } from '../ui/form/record-inputs.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { useWords } from '../words/useWords.ts';
import { recordKeys, type RecordNoun } from './record-words.ts';

interface Props {
  noun: RecordNoun;
  listedAt: `/${string}`;
  placeholder: string;
  /** What happens then. */
  words: string;
  /** More inputs. */
  children?: ReactNode;
  onCreate: (name: string) => Promise<{ data: { id: string } }>;
  onClose: () => void;
}

export function NewRecord({ noun, listedAt, placeholder, words, children, onCreate, onClose }: Props) {
  const { t } = useWords();
  const router = useRouter();
  const route = useAdminRoute();
  const id = useId();
  const [name, setName] = useState('');
  const { busy, at, problem, save } = useSaving(['name']);
  const create = async (): Promise<void> => {
    const { data } = await onCreate(name.trim());
    router.push(route(`${listedAt}/${data.id}`));
  };
  return (
    <Sheet title={t(recordKeys[noun].newOne)} onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save(create)}>
        <NamePart
          id={id}
          value={name}
          placeholder={placeholder}
          problem={at('name')}
          hint={words}
          onChange={setName}
        />
        {children}
        <Alert problem={problem} />
        <FormFoot
          action={t(recordKeys[noun].create)}
          disabled={busy || name.trim() === ''}
          onCancel={onClose}
          inSheet
        />
      </Form>
    </Sheet>
  );
}
