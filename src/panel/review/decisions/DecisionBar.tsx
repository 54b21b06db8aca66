'use client';
// The decision buttons of a waiting proposal: accept, edit and reject for reviewers, withdraw for its proposer.
import type { ListedProposal } from '../../../review/schemas.ts';
import { Ask } from '../../ui/Ask.tsx';
import { isEditable, titleOf } from '../proposal/proposal-words.ts';
import { useWords } from '../../words/useWords.ts';

interface Props {
  proposal: ListedProposal;
  /** What the person can do with it. */
  may: 'decide' | 'withdraw';
  busy: boolean;
  /** It can't be accepted as proposed any more. */
  stale: boolean;
  onAccept: () => void;
  onEdit: () => void;
  onReject: () => void;
  onWithdraw: () => Promise<void>;
}

const Key = ({ children }: { children: string }) => <kbd aria-hidden="true">{children}</kbd>;

export function DecisionBar({ proposal, may, busy, stale, onAccept, onEdit, onReject, onWithdraw }: Props) {
  const { t } = useWords();
  if (may === 'withdraw')
    return (
      <div className="mq-row mq-actions">
        <Ask
          label={t('review:withdraw')}
          words={t('review:withdrawHint')}
          confirm={t('review:withdrawOne', { title: titleOf(proposal, t) })}
          onConfirm={onWithdraw}
        />
      </div>
    );
  return (
    <div className="mq-row mq-actions" role="group" aria-label={t('review:decision')}>
      <button
        type="button"
        className="mq-button mq-button--primary"
        disabled={busy || stale}
        aria-keyshortcuts="a"
        onClick={onAccept}
      >
        {t('review:accept')} <Key>a</Key>
      </button>
      {isEditable(proposal) && (
        <button type="button" className="mq-button" disabled={busy} aria-keyshortcuts="e" onClick={onEdit}>
          {t('ui:edit')} <Key>e</Key>
        </button>
      )}
      <button
        type="button"
        className="mq-button mq-button--stop"
        disabled={busy}
        aria-keyshortcuts="r"
        onClick={onReject}
      >
        {t('review:reject')} <Key>r</Key>
      </button>
    </div>
  );
}
