'use client';
// Adds a page, hidden until it's ready. Its address comes from the title.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { call } from '../../client/operations.ts';
import { CallFailed, wordsOf } from '../../client/api.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useWords } from '../../words/useWords.ts';

const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Portals reserve a few slugs: a page whose title gives one gets `-page` appended. */
const isReserved = (error: unknown): boolean =>
  error instanceof CallFailed && error.issues.some(({ path }) => path === 'slug');

interface Props {
  brand: string;
  pages: readonly PageEntry[];
  onAdded: (slug: string) => void;
}

export function AddPage({ brand, pages, onAdded }: Props) {
  const { t } = useWords();
  const [title, setTitle] = useState('');
  const addAt = async (slug: string): Promise<void> => {
    // Saving would replace it.
    if (pages.some((page) => page.slug === slug)) {
      toast.error(t('pages:exists', { slug }));
      return;
    }
    await call('save_page', { slug: brand, page: slug, body: { title: title.trim(), hidden: true } });
    setTitle('');
    onAdded(slug);
  };
  const add = async (): Promise<void> => {
    const slug = slugOf(title) || 'page';
    try {
      await addAt(slug).catch((error: unknown) => {
        if (!isReserved(error)) throw error;
        return addAt(`${slug}-page`);
      });
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
