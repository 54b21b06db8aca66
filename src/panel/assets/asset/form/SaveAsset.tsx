'use client';
// Above an asset: the one Save of its page, what is kept of unsaved edits, and what somebody else has changed meanwhile.
import { useDocumentDrawerContext } from '@payloadcms/ui';
import dynamic from 'next/dynamic.js';
import { useMemo, useState } from 'react';
import { useMayDelete } from '../../../sharing/useMayDelete.ts';
import { useShortcuts, type ShortcutGroup } from '../../../shell/shortcuts/shortcuts.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { KeptNotice } from '../../../ui/merge/KeptNotice.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { useKeyDown } from '../../../ui/useKeyDown.ts';
import { useWords } from '../../../words/useWords.ts';
import type { PicturedAsset } from '../../pictured.ts';
import { labelOfPart } from './asset-words.ts';
import type { AssetDraft } from './useAssetDraft.ts';

/** Opened rarely. */
const MergeAsset = dynamic(() => import('./MergeAsset.tsx').then((module) => module.MergeAsset));
const TrashAsset = dynamic(() => import('../trash/TrashAsset.tsx').then((module) => module.TrashAsset));

interface Props {
  asset: PicturedAsset;
  draft: AssetDraft;
}

function useSaveKey(save: () => void): void {
  const { t } = useWords();
  const group = useMemo<ShortcutGroup>(
    () => ({
      title: t('asset:properties'),
      shortcuts: [{ keys: ['Ctrl', 'S'], label: t('asset:saveChanges') }],
    }),
    [t],
  );
  useShortcuts(group);
  useKeyDown((event) => {
    if (!['s', 'S'].includes(event.key) || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    save();
  });
}

/** What is rarely done with an asset. */
function More({ asset }: Pick<Props, 'asset'>) {
  const { t } = useWords();
  const { drawerSlug } = useDocumentDrawerContext();
  const [isTrashing, setTrashing] = useState(false);
  const mayDelete = useMayDelete();
  // In a drawer, there's another page to go on with.
  if (!mayDelete || drawerSlug) return null;
  const toTrash = { label: t('asset:moveToTrash'), stop: true, onSelect: () => setTrashing(true) };
  return (
    <>
      <Menu label={t('sharing:moreActions')} items={[toTrash]} />
      {isTrashing && <TrashAsset asset={asset} onClose={() => setTrashing(false)} />}
    </>
  );
}

/** What somebody else has changed of what is edited: it's chosen when that is saved, or before. */
function Clashes({ draft: { clashes, compare } }: Pick<Props, 'draft'>) {
  const words = useWords();
  const { t, list } = words;
  if (clashes.length === 0) return null;
  const names = [...new Set(clashes.map(({ path }) => labelOfPart(path, words)))];
  return (
    <div className="mq-kept" role="status">
      <span>{t('asset:changedToo', { properties: list(names) })}</span>
      <button type="button" className="mq-link" onClick={compare}>
        {t('asset:compare')}
      </button>
    </div>
  );
}

export function SaveAsset({ asset, draft }: Props) {
  const { t } = useWords();
  const { edits, busy, problem, save } = draft;
  const { isChanged, restoredAt, discard, conflict } = edits;
  useSaveKey(() => {
    if (isChanged && !busy) void save();
  });
  return (
    <>
      <span className="mq-asset__save">
        <span className="mq-muted" role="status">
          {isChanged && t('pages:unsavedKept')}
        </span>
        {isChanged && (
          <button type="button" className="mq-button" disabled={busy} onClick={discard}>
            {t('sharing:discard')}
          </button>
        )}
        <button
          type="button"
          className="mq-button mq-button--primary"
          disabled={busy || !isChanged}
          title={isChanged ? undefined : t('publishing:nothingChanged')}
          onClick={() => void save()}
        >
          {t('ui:save')}
        </button>
        <More asset={asset} />
      </span>
      <div className="mq-asset__notices">
        <Alert problem={problem} />
        <KeptNotice restoredAt={isChanged ? restoredAt : null} onDiscard={discard} />
        <Clashes draft={draft} />
      </div>
      {conflict && edits.value && (
        <MergeAsset asset={asset} draft={draft} conflict={conflict} mine={edits.value} />
      )}
    </>
  );
}
