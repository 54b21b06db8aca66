'use client';
// Moves the selected assets to the trash: at once where none of them is used, with a way to undo it, and otherwise after saying where.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import { wordsOf } from '../../../client/api.ts';
import { call } from '../../../client/operations.ts';
import { useBusy } from '../../../client/useBusy.ts';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { offerUndo } from '../../../ui/undo.ts';
import { useWords } from '../../../words/useWords.ts';
import { nameOf } from '../../name-of.ts';
import { ArchiveQuestion } from './ArchiveQuestion.tsx';
import { isUnused, usesOfSeveral, type SeveralUses } from './uses-of-several.ts';

/** How many calls run at a time. */
const lanes = 4;

interface Refused {
  asset: Asset;
  why: string;
}

/** Each succeeds or fails on its own. @returns those that failed */
async function each(
  assets: readonly Asset[],
  name: 'delete_asset' | 'restore_asset',
): Promise<readonly Refused[]> {
  const waiting = [...assets];
  const refused: Refused[] = [];
  const work = async (): Promise<void> => {
    for (let asset = waiting.shift(); asset; asset = waiting.shift()) {
      const one = asset;
      await call(name, { id: one.id }).catch((error: unknown) =>
        refused.push({ asset: one, why: wordsOf(error) }),
      );
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return refused;
}

interface Props {
  assets: readonly Asset[];
  onTrashed: () => void;
}

export function TrashSelected({ assets, onTrashed }: Props) {
  const words = useWords();
  const { t } = words;
  const [busy, during] = useBusy();
  /** Null: nothing is asked. */
  const [asked, setAsked] = useState<{ assets: readonly Asset[]; uses: SeveralUses } | null>(null);

  const say = (refused: readonly Refused[]): void => {
    for (const { asset, why } of refused) toast.error(t('library:failedNamed', { name: nameOf(asset), why }));
  };
  // The list shows them again by itself, as it does what others restore.
  const restore = async (trashed: readonly Asset[]): Promise<void> =>
    say(await each(trashed, 'restore_asset'));
  const trash = async (all: readonly Asset[]): Promise<void> => {
    const refused = await each(all, 'delete_asset');
    setAsked(null);
    say(refused);
    const trashed = all.filter((asset) => !refused.some((one) => one.asset === asset));
    if (trashed.length > 0)
      offerUndo(t('library:trashedSome', { count: trashed.length }), () => restore(trashed));
    onTrashed();
  };
  const start = async (): Promise<void> => {
    const uses = await usesOfSeveral(assets, words);
    if (isUnused(uses)) await trash(assets);
    else setAsked({ assets, uses });
  };
  return (
    <>
      <button
        type="button"
        className="mq-button mq-button--small mq-button--stop"
        disabled={busy}
        onClick={() => void during(start)}
      >
        {t('asset:moveToTrash')}
      </button>
      {asked && (
        <Sheet title={t('library:trashTitle')} onClose={() => setAsked(null)}>
          <ArchiveQuestion
            action={t('library:trashSome', { count: asked.uses.total })}
            about="trash"
            uses={asked.uses}
            busy={busy}
            onArchive={() => void during(() => trash(asked.assets))}
            onCancel={() => setAsked(null)}
          />
        </Sheet>
      )}
    </>
  );
}
