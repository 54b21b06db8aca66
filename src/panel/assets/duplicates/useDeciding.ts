'use client';
// What becomes of a group of near-duplicates: the others are archived, all become versions of one asset, or all are kept.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { failureOf } from '../../client/api.ts';
import { call } from '../../client/operations.ts';
import { useBusy } from '../../client/useBusy.ts';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';
import { isUnused, usesOfSeveral, type SeveralUses } from '../library/archive/uses-of-several.ts';
import { nameOf } from '../name-of.ts';

/** @returns the IDs of those that were archived; each names the kept one as its replacement */
async function archiveFor(kept: Asset, others: readonly Asset[], t: Translate): Promise<string[]> {
  const ids = others.map(({ id }) => id);
  const { data } = await call('update_assets', {
    body: { ids, patch: { status: 'archived', supersededBy: kept.id } },
  });
  const names = new Map(others.map((asset) => [asset.id, nameOf(asset)]));
  for (const item of data)
    if (!item.ok)
      toast.error(
        t('library:failedNamed', { name: names.get(item.id) ?? item.id, why: failureOf(0, item).message }),
      );
  return data.filter(({ ok }) => ok).map(({ id }) => id);
}

interface Question {
  others: readonly Asset[];
  uses: SeveralUses;
}

/** @param onGone called with the IDs of those that aren't in the group any more */
export function useDeciding(onGone: (ids: readonly string[]) => void) {
  const words = useWords();
  const { t } = words;
  const [busy, during] = useBusy();
  const [question, setQuestion] = useState<Question | null>(null);
  const archive = async (kept: Asset, others: readonly Asset[]): Promise<void> => {
    const archived = await archiveFor(kept, others, t);
    setQuestion(null);
    if (archived.length > 0) toast.success(t('library:archivedSome', { count: archived.length }));
    onGone(archived);
  };
  return {
    busy,
    question,
    /** Says first where they are used. */
    archive: (kept: Asset, others: readonly Asset[]) =>
      during(async () => {
        const uses = await usesOfSeveral(others, words);
        if (isUnused(uses)) await archive(kept, others);
        else setQuestion({ others, uses });
      }),
    archiveUsed: (kept: Asset, { others }: Question) => during(() => archive(kept, others)),
    cancel: () => setQuestion(null),
    /** @param order from `versionOrder` */
    makeVersions: (order: readonly Asset[]) =>
      during(async () => {
        const [first, ...rest] = order;
        const kept = order.at(-1);
        if (!first || !kept) return;
        const joined: string[] = [];
        try {
          for (const { id } of rest) {
            await call('add_version', { id: first.id, body: { asset: id } });
            joined.push(id);
          }
          toast.success(t('duplicates:madeVersions', { name: nameOf(kept) }));
        } finally {
          // A stack is one asset: what joined it is no other any more.
          if (joined.length > 0) onGone([first.id, ...joined.slice(0, -1)]);
        }
      }),
    /** @param kept false: they are to be decided on again */
    keep: (assets: readonly Asset[], kept: boolean) =>
      during(async () => {
        const ids = assets.map(({ id }) => id);
        await call('keep_duplicates', { body: { ids, kept } });
        toast.success(t(kept ? 'duplicates:keptAll' : 'duplicates:listedAgain'));
        onGone(ids);
      }),
  };
}
