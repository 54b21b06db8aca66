'use client';
// A page and the draft of its next state. It's saved as a whole, and never over someone else's change: that is merged first.
import { toast } from '@payloadcms/ui';
import { useMemo, useState } from 'react';
import { CallFailed, wordsOf } from '../../client/api.ts';
import { useDraft, type Draft } from '../../client/drafts/useDraft.ts';
import { changesTo, useLive } from '../../client/live.ts';
import { call } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useWords } from '../../words/useWords.ts';
import { changersOf } from '../changers.ts';
import { bodyOf, storedOf, type EditedPage } from './page-draft.ts';

export interface PageDraft {
  edits: Draft<EditedPage>;
  problem: string | null;
  busy: boolean;
  /** Who changed the page meanwhile. */
  by: readonly string[];
  change: (part: Partial<EditedPage>) => void;
  /** @returns whether it's saved */
  save: () => Promise<boolean>;
  /** Ends a conflict, and saves. */
  saveMerged: (page: EditedPage) => Promise<boolean>;
  remove: () => Promise<void>;
}

const shown = changesTo('brand');

/** @param onSaved is given the page's slug, or null once it's deleted. */
export function usePageDraft(brand: string, slug: string, onSaved: (slug: string | null) => void): PageDraft {
  const { t } = useWords();
  const path = { slug: brand, page: slug };
  const read = useOperation('get_page', path);
  useLive(shown, read.again);
  const stored = useMemo(() => read.data && storedOf(read.data), [read.data]);
  const edits = useDraft<EditedPage>(`${brand}/pages/${slug}`, stored);
  const [problem, setProblem] = useState<string | null>(null);
  const [by, setBy] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);

  const refused = async (error: unknown): Promise<void> => {
    if (!(error instanceof CallFailed) || error.status !== 409) return setProblem(wordsOf(error));
    const now = await call('get_page', path).catch(() => null);
    if (!now || now.data.version === edits.version) return setProblem(wordsOf(error));
    setBy(changersOf(error));
    edits.meet(storedOf(now.data));
  };
  const send = async (page: EditedPage, expected: string): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await call('save_page', { ...path, expected, body: bodyOf(page) });
      edits.settle(storedOf(data), page);
      read.again();
      toast.success(t('pages:saved'));
      onSaved(data.page.slug);
      return true;
    } catch (error) {
      await refused(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    edits,
    problem: problem ?? read.problem,
    busy,
    by,
    change: (part) => edits.change((before) => ({ ...before, ...part })),
    save: async () => edits.value !== null && send(edits.value, edits.version),
    saveMerged: (page) => {
      const expected = edits.conflict?.theirs.version ?? edits.version;
      edits.resolve(page);
      return send(page, expected);
    },
    remove: async () => {
      try {
        await call('delete_page', { ...path });
        edits.discard();
        toast.success(t('pages:deleted'));
        onSaved(null);
      } catch (error) {
        setProblem(wordsOf(error));
      }
    },
  };
}
