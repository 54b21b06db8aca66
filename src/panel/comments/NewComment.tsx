'use client';
// A new comment on an asset: on all of it, on a place on the picture, at a moment of a recording.
import { useCommenting, playerIn } from './Commenting.tsx';
import { clock } from '../../lib/picture-places.ts';
import { isPlaced } from './anchors.ts';
import { Composer } from './Composer.tsx';
import { composerId } from './Marking.tsx';
import type { Suggest } from './useMentions.ts';
import { useWords } from '../words/useWords.ts';

function Where() {
  const { t } = useWords();
  const { asset, draft, setDraft, marking, setMarking, preview, box } = useCommenting() ?? {};
  if (!asset || !preview) return null;
  const isRecording = /^(video|audio)\//.test(asset.mime);
  const hasPlace = isPlaced(draft ?? null);
  const { rect: _, point: __, ...time } = draft ?? {};
  const mark = (): void => {
    playerIn(preview)?.pause();
    setDraft?.({ ...time, point: [0.5, 0.5] });
    setMarking?.(true);
    preview.current?.scrollIntoView({ block: 'nearest' });
  };
  const atThisMoment = (): void => {
    const player = playerIn(preview);
    player?.pause();
    const from = Math.round((player?.currentTime ?? 0) * 100) / 100;
    setDraft?.({ ...draft, from });
  };
  const clear = (): void => {
    setMarking?.(false);
    setDraft?.(null);
  };
  return (
    <>
      {box && (
        <button type="button" className="mq-button mq-button--small" aria-pressed={marking} onClick={mark}>
          {hasPlace ? t('comments:markAnother') : t('comments:markOnPicture')}
        </button>
      )}
      {isRecording && (
        <button type="button" className="mq-button mq-button--small" onClick={atThisMoment}>
          {draft?.from === undefined
            ? t('comments:atThisMoment')
            : t('comments:atTime', { time: clock(draft.from) })}
        </button>
      )}
      {draft && (
        <button type="button" className="mq-link" onClick={clear}>
          {t('comments:onAllOfIt')}
        </button>
      )}
      {marking && (
        <p className="mq-hint" role="status">
          {t('comments:markHint')}
        </p>
      )}
    </>
  );
}

interface Props {
  label: string;
  /** The asset. */
  on: string;
  suggest: Suggest;
  onSend: (body: string) => Promise<void>;
}

export function NewComment({ label, on, suggest, onSend }: Props) {
  const { t } = useWords();
  return (
    <Composer
      id={composerId}
      label={label}
      button={t('comments:comment')}
      keptAs={`assets/${on}/comment`}
      suggest={suggest}
      onSend={onSend}
    >
      <Where />
    </Composer>
  );
}
