'use client';
// The comments on an asset: a list beside the picture, each jumping to its place there, and a field for a new one.
import { useCallback } from 'react';
import type { Anchor, Thread } from '../../comments/schemas.ts';
import { useMe } from '../client/me.tsx';
import { call } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { clock } from '../../lib/picture-places.ts';
import { anchorWords, isPlaced } from './anchors.ts';
import { ThreadList } from './ThreadList.tsx';
import { playerIn, useCommenting, type Numbered } from './Commenting.tsx';
import { EarlierComments } from './EarlierComments.tsx';
import { ResolvedFilter } from './ResolvedFilter.tsx';
import { NewComment } from './NewComment.tsx';
import type { Suggest } from './useMentions.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';
import './comments.css';

/** Where a thread is: a button that shows it there. */
function Place({ thread }: { thread: Numbered }) {
  const { t } = useWords();
  const { choose, preview } = useCommenting() ?? {};
  const { anchor, number, id } = thread;
  if (!anchor) return null;
  const words = anchorWords(anchor, t);
  const show = (): void => {
    choose?.(id);
    const player = preview && playerIn(preview);
    if (player && anchor.from !== undefined) {
      player.pause();
      player.currentTime = anchor.from;
    }
    preview?.current?.scrollIntoView({ block: 'nearest' });
  };
  if (number === null && anchor.from === undefined)
    return <span className="mq-badge mq-badge--note">{words}</span>;
  return (
    <button type="button" className="mq-thread__place" onClick={show}>
      {number !== null && <span className="mq-pin mq-pin--inline">{number}</span>}
      <span>{words === '' ? t('comments:showOnPicture') : words}</span>
    </button>
  );
}

/** Names the field by what the comment will be on. */
function labelOf(draft: Anchor | null, t: Translate): string {
  const time = draft?.from === undefined ? null : clock(draft.from);
  if (time === null) return t(isPlaced(draft) ? 'comments:addOnPlace' : 'comments:add');
  return t(isPlaced(draft) ? 'comments:addOnPlaceAt' : 'comments:addAt', { time });
}

function NewThread({ suggest }: { suggest: Suggest }) {
  const { t } = useWords();
  const { asset, draft = null, setDraft, showResolved, choose, reload } = useCommenting() ?? {};
  if (!asset) return null;
  const send = async (body: string): Promise<void> => {
    const { data } = await call('create_asset_comment', { id: asset.id, body: { body, anchor: draft } });
    setDraft?.(null);
    showResolved?.(false);
    choose?.(data.id);
    reload?.();
  };
  return <NewComment on={asset.id} suggest={suggest} label={labelOf(draft, t)} onSend={send} />;
}

interface Props {
  /** Deletes comments of others, too. */
  mayApprove: boolean;
}

export function AssetComments({ mayApprove }: Props) {
  const { t } = useWords();
  const commenting = useCommenting();
  const me = useMe();
  const assetId = commenting?.asset.id ?? '';
  const suggest: Suggest = useCallback(
    async (typed) => (await call('list_mentionable', { id: assetId, q: typed })).data,
    [assetId],
  );
  if (!commenting) return null;
  const { own, others, resolved, showResolved, problem, more, reload, chosen } = commenting;
  // Who can only read doesn't comment. People with access to parts may have more there: the server decides.
  const mayComment = me !== null && me.scope !== 'read';
  const shared = { suggest, mayComment, mayDelete: mayApprove, onChanged: reload };
  const isShown = (thread: Thread): boolean => thread.resolved === resolved;
  const shown = own?.filter(isShown);
  return (
    <section className="mq-comments mq-comments--asset" aria-labelledby="mq-comments">
      <h2 id="mq-comments">{t('comments:title')}</h2>
      {mayComment && <NewThread suggest={suggest} />}
      <ResolvedFilter resolved={resolved} onChange={showResolved} />
      <Alert problem={problem} />
      {shown?.length === 0 && (
        <p className="mq-quiet">{resolved ? t('comments:noResolved') : t('comments:noOpen')}</p>
      )}
      <ThreadList
        threads={shown ?? []}
        placeOf={(thread) => <Place thread={thread} />}
        chosen={chosen}
        {...shared}
      />
      {more && (
        <button type="button" className="mq-link" onClick={more}>
          {t('comments:showOlder')}
        </button>
      )}
      <EarlierComments threads={others.filter(isShown)} shared={shared} />
    </section>
  );
}
