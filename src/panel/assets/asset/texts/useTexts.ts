'use client';
// The texts of an asset in each language as they are edited, and saving them. Title and description in the default language are in the
// asset's form, and saved with it.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { AssetTexts, LanguageTexts } from '../../../../assets/languages/asset-texts.ts';
import { call, callRecord } from '../../../client/operations.ts';
import { spoken } from '../../../client/spoken.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { useSaving } from '../../../client/useSaving.ts';
import { useKeptDraft } from '../../../sharing/kept-draft.ts';

interface Draft {
  /** What the change began from. */
  from: LanguageTexts;
  to: LanguageTexts;
}

const sameFields = (one: Record<string, string | null>, other: Record<string, string | null>): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (key) => (one[key] ?? null) === (other[key] ?? null),
  );

const same = (one: LanguageTexts, other: LanguageTexts): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.alt === other.alt &&
  sameFields(one.fields ?? {}, other.fields ?? {});

/** @throws Error if somebody else has changed the texts in these languages since */
async function write(id: string, drafts: Record<string, Draft>, standard: string): Promise<AssetTexts> {
  const { data: fresh, etag } = await callRecord('get_asset_texts', { id });
  const body = Object.entries(drafts).map(([language, { from, to }]) => {
    const now = fresh[language];
    const own = language === standard;
    if (!now || (own ? now.alt !== from.alt : !same(now, from)))
      throw new Error(spoken().t('errors:preconditionFailed'));
    return [language, own ? { ...now, alt: to.alt } : to] as const;
  });
  return (await call('set_asset_texts', { id, body: Object.fromEntries(body) }, { ifMatch: etag })).data;
}

/** @param id null: a new asset, which has none yet */
export function useTexts(id: string | null) {
  const { answer, problem: loading, again } = useOperation('get_asset_texts', id === null ? null : { id });
  const { draft: drafts, setDraft: setDrafts } = useKeptDraft<Record<string, Draft>>(
    `marque-texts-${id}`,
    [],
  );
  const [saved, setSaved] = useState<{ data: AssetTexts; until: unknown } | null>(null);
  const { busy, problem, save } = useSaving();
  // What was saved stands in for what was read before, until it's read again.
  const stored = saved && saved.until === answer ? saved.data : answer?.data;
  const languages = Object.keys(stored ?? {});
  const standard = answer?.default ?? '';
  const changed = Object.fromEntries(Object.entries(drafts).filter(([one]) => languages.includes(one)));
  const textsIn = (language: string): LanguageTexts | undefined =>
    changed[language]?.to ?? stored?.[language];
  return {
    languages,
    standard,
    textsIn,
    isChanged: Object.keys(changed).length > 0,
    busy,
    problem: problem ?? loading,
    edit: (language: string, change: Partial<LanguageTexts>) => {
      const now = textsIn(language);
      if (!now) return;
      const from = changed[language]?.from ?? now;
      const to = { ...now, ...change };
      setDrafts(({ [language]: _, ...others }) =>
        same(from, to) ? others : { ...others, [language]: { from, to } },
      );
    },
    discard: () => setDrafts({}),
    save: () =>
      save(async () => {
        if (id === null) return;
        try {
          setSaved({ data: await write(id, changed, standard), until: answer });
          setDrafts({});
          toast.success(spoken().t('texts:saved'));
        } finally {
          again();
        }
      }),
  };
}

export type Texts = ReturnType<typeof useTexts>;
