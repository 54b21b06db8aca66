'use client';
// Creates a portal or a site by its name, and opens its page for the rest.
import { useRouter } from 'next/navigation.js';
import type { ReactNode } from 'react';
import { useAdminRoute } from '../shell/routes.ts';
import { CreateSheet } from '../ui/form/CreateSheet.tsx';
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
  const keys = recordKeys[noun];
  return (
    <CreateSheet
      title={t(keys.newOne)}
      action={t(keys.create)}
      placeholder={placeholder}
      hint={words}
      onCreate={async (name) => {
        const { data } = await onCreate(name);
        router.push(route(`${listedAt}/${data.id}`));
      }}
      onClose={onClose}
    >
      {() => children}
    </CreateSheet>
  );
}
