'use client';
// Adds a page, hidden until it's ready. Its address comes from the title.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { call } from '../../client/operations.ts';
import { wordsOf } from '../../client/api.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useWords } from '../../words/useWords.ts';

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

interface Props {
  brand: string;
  pages: readonly PageEntry[];
  onAdded: (slug: string) => void;
}

export function AddPage({ brand, pages, onAdded }: Props) {
  const { t } = useWords();
  const [title, setTitle] = useState('');
  const add = async (): Promise<void> => {
    const slug = slugOf(title) || 'page';
    if (pages.some((page) => page.slug === slug)) {
      toast.error(t('pages:exists', { slug }));
      return;
    }
    try {
      await call('save_page', { slug: brand, page: slug, body: { title: title.trim(), hidden: true } });
      setTitle('');
      onAdded(slug);
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  return (
    <Form className="mq-row mq-addpage" onSubmit={() => void add()}>
      <input
        className="mq-input"
        aria-label={t('pages:titleOfNew')}
        placeholder={t('pages:titleOfNew')}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
      />
      <button type="submit" className="mq-button" disabled={title.trim() === ''}>
        {t('pages:add')}
      </button>
    </Form>
  );
}
