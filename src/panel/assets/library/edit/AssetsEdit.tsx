'use client';
// Bulk edit of the selected assets: what changes on how many of them, and what couldn't be changed and why.
import { toast } from '@payloadcms/ui';
import { useId, useMemo, useState } from 'react';
import type { Asset } from '../../../../assets/schemas.ts';
import type { Field } from '../../../../fields/schemas.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { FormFoot } from '../../../ui/form/FormFoot.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { nameOf } from '../../name-of.ts';
import { ArchiveQuestion } from '../archive/ArchiveQuestion.tsx';
import { isUnused, usesOfSeveral, type SeveralUses } from '../archive/uses-of-several.ts';
import { canBecome, changedBy, isEmpty, noChange, wrongIn, type BulkChange } from './bulk-change.ts';
import { changeAssets, type Refused } from './change-assets.ts';
import { propertiesWith } from './properties.tsx';
import { PropertyList } from './PropertyList.tsx';
import { TagParts } from './TagParts.tsx';
import type { Back } from './undo-change.ts';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';
import './edit.css';

function RefusedAssets({ refused }: { refused: readonly Refused[] }) {
  const { t } = useWords();
  return (
    <div role="alert" className="mq-alert">
      {t('bulk:failed', { count: refused.length })}
      <ul>
        {refused.map(({ asset, why }) => (
          <li key={asset.id}>{t('library:failedNamed', { name: nameOf(asset), why })}</li>
        ))}
      </ul>
    </div>
  );
}

interface PreviewProps {
  change: BulkChange;
  assets: readonly Asset[];
  isChecking: boolean;
}

/** What the whole change would do, or that it's being checked. */
function Preview({ change, assets, isChecking }: PreviewProps) {
  const { t } = useWords();
  const said = (): string => {
    if (isChecking) return t('library:checkingUses');
    if (isEmpty(change)) return '';
    const changed = changedBy(change, assets);
    return changed === 0
      ? t('bulk:alreadyLikeThis')
      : t('bulk:willChange', { changed, count: assets.length });
  };
  return (
    <p className="mq-muted" role="status">
      {said()}
    </p>
  );
}

/** Why a change can't be sent as it is. */
function problemOf(change: BulkChange, t: Translate): string | null {
  const wrong = wrongIn(change) ?? (isEmpty(change) ? 'bulk:chooseSomething' : null);
  return wrong && t(wrong);
}

interface Props {
  assets: Asset[];
  fields: readonly Field[];
  /** Called after each attempt with the assets that couldn't be changed, and what takes the change back on the others. */
  onChanged: (left: Asset[], backs: readonly Back[]) => void;
  onClose: () => void;
}

/** Those that a change would archive. */
const archivedBy = ({ status }: BulkChange, assets: readonly Asset[]): Asset[] =>
  status === 'archived' ? assets.filter((asset) => asset.status !== status && canBecome(asset, status)) : [];

/** The change as it's entered, and making it. Archiving what is used says first where. */
function useEditing({ assets, onChanged, onClose }: Omit<Props, 'fields'>) {
  const words = useWords();
  const { t } = words;
  const [change, setChange] = useState(noChange);
  const [question, setQuestion] = useState<SeveralUses | null>(null);
  const [refused, setRefused] = useState<Refused[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  /** The fraction that is done; null while nothing is sent. */
  const [progress, setProgress] = useState<number | null>(null);
  const [isChecking, setChecking] = useState(false);
  const left = refused.length > 0 ? refused.map(({ asset }) => asset) : assets;

  const make = async (): Promise<void> => {
    setQuestion(null);
    setProgress(0);
    const { refused: remaining, backs, waiting } = await changeAssets(left, change, setProgress);
    if (waiting > 0) toast.info(t('library:waitsForNextStage', { count: waiting }));
    setProgress(null);
    setRefused(remaining);
    onChanged(
      remaining.map(({ asset }) => asset),
      backs,
    );
    if (remaining.length === 0) onClose();
  };
  const save = async (): Promise<void> => {
    const wrong = problemOf(change, t);
    setProblem(wrong);
    if (wrong || question) return;
    const archived = archivedBy(change, left);
    if (archived.length === 0) return make();
    setChecking(true);
    const uses = await usesOfSeveral(archived, words);
    setChecking(false);
    if (isUnused(uses)) return make();
    setQuestion(uses);
  };
  const edit = (to: BulkChange): void => {
    setQuestion(null);
    setChange(to);
  };
  return { change, edit, left, refused, problem, progress, isChecking, question, setQuestion, make, save };
}

export function AssetsEdit(props: Props) {
  const { fields, onClose } = props;
  const { t } = useWords();
  const id = useId();
  const { change, edit, left, refused, problem, progress, isChecking, question, setQuestion, make, save } =
    useEditing(props);
  // The same at each render: an input that is another component loses the focus.
  const properties = useMemo(() => propertiesWith(fields), [fields]);
  const busy = isChecking || progress !== null;
  const part = { id, change, assets: left, readOnly: busy, onChange: edit };

  return (
    <Sheet title={t('bulk:title', { count: left.length })} asks onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void save()}>
        <TagParts {...part} />
        <PropertyList {...part} properties={properties} />
        <Preview change={change} assets={left} isChecking={isChecking} />
        <Alert problem={problem} />
        {refused.length > 0 && <RefusedAssets refused={refused} />}
        {progress !== null && (
          <progress className="mq-progress" value={progress} max={1} aria-label={t('bulk:changing')} />
        )}
        {question ? (
          <ArchiveQuestion
            action={t('bulk:saveChanges')}
            uses={question}
            busy={busy}
            onArchive={() => void make()}
            onCancel={() => setQuestion(null)}
          />
        ) : (
          <FormFoot
            action={t(refused.length > 0 ? 'sharing:tryAgain' : 'bulk:saveChanges')}
            disabled={busy}
            onCancel={onClose}
            inSheet
          />
        )}
      </Form>
    </Sheet>
  );
}
