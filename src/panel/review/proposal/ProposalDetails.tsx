'use client';
// The open proposal: its head, what it changes, and below that the decision buttons or the form that one of them opened.
import { useEffect, useRef } from 'react';
import type { ListedProposal } from '../../../review/schemas.ts';
import { useKeptText } from '../../client/drafts/useKeptText.ts';
import { useMe } from '../../client/me.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import type { EditedValue } from '../decisions/decide-proposals.ts';
import { DecisionBar } from '../decisions/DecisionBar.tsx';
import { EditedProposal } from '../edit/useEdited.tsx';
import { dropProposalDraft, noteRecordOf } from '../edit/useProposalDraft.ts';
import { viewOf } from '../kinds/index.ts';
import { ProposalHeader } from './ProposalHeader.tsx';
import { RejectForm } from '../decisions/RejectForm.tsx';
import type { DecisionFailure } from '../decisions/useDecisionFailures.ts';
import { isOurTurn } from './stage-words.ts';
import { NotOurTurn } from './Stages.tsx';
import type { Mode } from './useOpenProposal.ts';
import { useWords } from '../../words/useWords.ts';

interface Props {
  proposal: ListedProposal;
  /** What the person can do with it. */
  may: 'decide' | 'withdraw';
  mode: Mode;
  busy: boolean;
  failure: DecisionFailure | null;
  onMode: (mode: Mode) => void;
  onAccept: (value?: EditedValue) => void;
  onReject: (note: string | null) => void;
  onWithdraw: () => Promise<void>;
}

/** The decision buttons, or the form to reject. */
function Decision({ proposal, may, mode, busy, failure, onMode, onAccept, onReject, onWithdraw }: Props) {
  const note = useKeptText(noteRecordOf(proposal.id));
  if (proposal.status !== 'waiting') return null;
  if (mode === 'reject')
    return (
      <div className="mq-actions">
        <RejectForm kept={note} busy={busy} onReject={onReject} onCancel={() => onMode('view')} />
      </div>
    );
  if (mode === 'edit') return null;
  if (may === 'decide' && !isOurTurn(proposal)) return <NotOurTurn proposal={proposal} />;
  return (
    <DecisionBar
      proposal={proposal}
      may={may}
      busy={busy}
      stale={failure?.stale ?? false}
      onAccept={() => onAccept()}
      onEdit={() => onMode('edit')}
      onReject={() => onMode('reject')}
      onWithdraw={onWithdraw}
    />
  );
}

export function ProposalDetails(props: Props) {
  const { t } = useWords();
  const { proposal, mode, busy, failure, onMode, onAccept } = props;
  const me = useMe();
  const decision = useRef<HTMLDivElement>(null);
  const { Change, Edit } = viewOf(proposal.kind);
  const currentState = failure?.stale && failure.present !== null && (
    <>
      <h3>{t('review:currentState')}</h3>
      <Change proposal={{ ...proposal, before: failure.present as ListedProposal['before'] }} />
    </>
  );
  // The form opens below the change, however long that is, so scroll to it.
  useEffect(() => {
    if (mode !== 'view') decision.current?.scrollIntoView({ block: 'nearest' });
  }, [mode]);
  return (
    <>
      <ProposalHeader proposal={proposal} problem={mode === 'edit' ? null : (failure?.message ?? null)} />
      {mode === 'edit' && proposal.status === 'waiting' && Edit ? (
        <>
          {/* The current state has the picture as well. */}
          {proposal.target.resource === 'asset' && !currentState && <TargetPreview id={proposal.target.id} />}
          {currentState && <div className="mq-one__change">{currentState}</div>}
          <EditedProposal proposal={proposal}>
            <Edit
              proposal={proposal}
              busy={busy}
              problem={failure?.message ?? null}
              onAccept={onAccept}
              onCancel={() => {
                dropProposalDraft(me, proposal);
                onMode('view');
              }}
            />
          </EditedProposal>
        </>
      ) : (
        <div className="mq-one__change">{currentState || <Change proposal={proposal} />}</div>
      )}
      <div ref={decision}>
        <Decision {...props} />
      </div>
    </>
  );
}
