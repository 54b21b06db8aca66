'use client';
// What can be done to the sections of an edited page.
import { useState } from 'react';
import type { Draft } from '../../client/drafts/useDraft.ts';
import { useAddress } from '../../client/useAddress.ts';
import { moveItem } from '../../ui/move-item.ts';
import { offerUndo } from '../../ui/undo.ts';
import { useReorder } from '../../ui/useReorder.ts';
import { useWords } from '../../words/useWords.ts';
import { newSection, sectionNames, type EditedPage, type Section, type Template } from './page-draft.ts';

export function useSections(edits: Draft<EditedPage>, templates: readonly Template[]) {
  const { t } = useWords();
  const [parameters, goTo] = useAddress();
  /** The index that the chosen template goes to. */
  const [inserting, setInserting] = useState<number | null>(null);
  const sections = edits.value?.sections ?? [];
  const names = sectionNames(sections, templates);
  const set = (to: (before: Section[]) => Section[]): void =>
    edits.change((page) => ({ ...page, sections: to(page.sections) }));
  const select = (id: string | null): void => goTo({ section: id }, 'replace');
  const reorder = useReorder({
    ids: sections.map(({ id }) => id),
    runs: 'down',
    nameOf: (id) => t('pages:sectionNamed', { name: names.get(id) ?? '' }),
    onMove: (from, to) => set((before) => moveItem(before, from, to)),
  });
  return {
    sections,
    names,
    reorder,
    selected: sections.find(({ id }) => id === parameters.get('section')) ?? null,
    inserting,
    setInserting,
    select,
    insert: (template: Template): void => {
      const section = newSection(template);
      set((before) => before.toSpliced(inserting ?? before.length, 0, section));
      setInserting(null);
      select(section.id);
    },
    change: (id: string, part: Partial<Section>): void =>
      set((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one))),
    remove: (id: string): void => {
      const at = sections.findIndex((one) => one.id === id);
      const [gone] = sections.slice(at, at + 1);
      if (!gone) return;
      set((before) => before.filter((one) => one.id !== id));
      if (parameters.get('section') === id) select(null);
      offerUndo(t('pages:sectionRemoved'), async () => set((before) => before.toSpliced(at, 0, gone)), id);
    },
  };
}
