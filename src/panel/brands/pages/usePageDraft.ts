'use client';
// A page and the draft of its next state. It's saved as a whole with If-Match, so it never overwrites someone else's change.
import { toast } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { PageView } from '../../../brands/pages/schemas.ts';
import { wordsOf, type Tagged } from '../../client/api.ts';
import { call, callRecord } from '../../client/operations.ts';
import { bodyOf, type Page } from './page-draft.ts';

interface PageDraft {
  /** The page as saved; null until loaded. */
  saved: PageView | null;
  page: Page | null;
  problem: string | null;
  busy: boolean;
  change: (part: Partial<Page>) => void;
  save: () => Promise<void>;
  remove: () => Promise<void>;
}

/** @param onSaved is given the page's slug, or null once it's deleted. */
export function usePageDraft(brand: string, slug: string, onSaved: (slug: string | null) => void): PageDraft {
  const [opened, setOpened] = useState<Tagged<PageView> | null>(null);
  const [page, setPage] = useState<Page | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const path = { slug: brand, page: slug };
  useEffect(() => {
    const controller = new AbortController();
    callRecord('get_page', { slug: brand, page: slug }, { signal: controller.signal }).then(
      (read) => {
        setOpened(read);
        setPage(read.data.page);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [brand, slug]);

  const save = async (): Promise<void> => {
    if (!page || !opened) return;
    setBusy(true);
    setProblem(null);
    try {
      const read = await callRecord('save_page', { ...path, body: bodyOf(page) }, { ifMatch: opened.etag });
      setOpened(read);
      setPage(read.data.page);
      toast.success('Page saved. Readers will see it after the next publish.');
      onSaved(read.data.page.slug);
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  const remove = async (): Promise<void> => {
    try {
      await call('delete_page', path, { ifMatch: opened?.etag });
      toast.success('Page deleted.');
      onSaved(null);
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };

  return {
    saved: opened?.data ?? null,
    page,
    problem,
    busy,
    change: (part) => {
      if (page) setPage({ ...page, ...part });
    },
    save,
    remove,
  };
}
