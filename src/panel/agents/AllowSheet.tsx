'use client';
// Allows an agent one kind of change without review: until when, and how many are kept for review all the same.
import { toast } from '@payloadcms/ui';
import { useId, useState } from 'react';
import { withThumbnails } from '../assets/pictured.ts';
import { useOperation } from '../client/useOperation.ts';
import { useSaving } from '../client/useSaving.ts';
import { useKinds } from '../review/kind-names.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { ChoicePart, TextPart } from '../ui/form/inputs.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { useWords } from '../words/useWords.ts';
import type { AutoAccept, Rule } from './useAutoAccept.ts';

/** What the sheet begins with. */
export interface Allowing {
  key?: string;
  kind?: string;
}

interface Draft {
  key: string;
  kind: string;
  collection: string;
  /** A day, as the input has it. */
  lastDay: string;
  sample: string;
}

/** A new rule ends after a month unless another day is chosen. */
const usualDays = 30;
const usualSample = '10';

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

function inDays(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return dayOf(date);
}

/** The end of the day, where the person is; null if the input isn't a day. */
function endOf(day: string): string | null {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** What is sent; null while something is missing. */
function ruleOf({ key, kind, collection, lastDay, sample }: Draft): Rule | null {
  const until = endOf(lastDay);
  const every = Number(sample);
  if (key === '' || kind === '' || until === null || !Number.isInteger(every) || every < 2) return null;
  return { key, kind, until, sample: every, ...(collection === '' ? {} : { collection }) };
}

interface PartsProps {
  draft: Draft;
  keys: AutoAccept['keys'];
  onChange: (change: Partial<Draft>) => void;
}

function Parts({ draft, keys, onChange }: PartsProps) {
  const { t } = useWords();
  const id = useId();
  const { data: collections } = useOperation('list_collections', withThumbnails);
  const kinds = useKinds()
    .kinds.filter(({ showsOnce }) => !showsOnce)
    .map(({ name: value, label }) => ({ value, label }));
  return (
    <>
      <ChoicePart
        id={`${id}-key`}
        label={t('agents:agent')}
        none={t('agents:chooseAgent')}
        value={draft.key}
        options={keys.map(({ id: value, name }) => ({ value, label: name }))}
        onChange={(key) => onChange({ key })}
      />
      <ChoicePart
        id={`${id}-kind`}
        label={t('agents:kindOfChange')}
        none={t('agents:chooseKind')}
        value={draft.kind}
        options={kinds}
        onChange={(kind) => onChange({ kind })}
      />
      <ChoicePart
        id={`${id}-collection`}
        label={t('stages:collection')}
        none={t('stages:anyCollection')}
        value={draft.collection}
        options={(collections ?? []).map(({ id: value, name }) => ({ value, label: name }))}
        onChange={(collection) => onChange({ collection })}
      />
      <div className="mq-pair">
        <TextPart
          id={`${id}-until`}
          type="date"
          label={t('agents:lastDay')}
          value={draft.lastDay}
          onChange={(lastDay) => onChange({ lastDay })}
        />
        <TextPart
          id={`${id}-sample`}
          label={t('agents:keptOneIn')}
          value={draft.sample}
          maxLength={4}
          onChange={(sample) => onChange({ sample })}
        />
      </div>
    </>
  );
}

interface Props {
  auto: AutoAccept;
  allowing: Allowing;
  onClose: () => void;
}

export function AllowSheet({ auto: { keys, add }, allowing, onClose }: Props) {
  const { t, when } = useWords();
  const { busy, problem, save } = useSaving();
  const [draft, setDraft] = useState<Draft>({
    key: allowing.key ?? '',
    kind: allowing.kind ?? '',
    collection: '',
    lastDay: inDays(usualDays),
    sample: usualSample,
  });
  const rule = ruleOf(draft);
  const agent = keys.find(({ id }) => id === draft.key)?.name ?? '';
  const kind = useKinds().nameOf(draft.kind);
  const allow = async (made: Rule): Promise<void> => {
    await add(made);
    toast.success(t('agents:allowed', { agent, kind, date: when(made.until) }));
    onClose();
  };
  return (
    <Sheet title={t('agents:allowTitle')} asks onClose={onClose}>
      <Form className="mq-form" onSubmit={() => void (rule && save(() => allow(rule)))}>
        <p className="mq-muted">{t('agents:allowIntro')}</p>
        <Parts draft={draft} keys={keys} onChange={(change) => setDraft({ ...draft, ...change })} />
        {rule && (
          <p className="mq-auto__meaning" role="status">
            {t('agents:allowMeaning', { agent, kind, date: when(rule.until), count: rule.sample })}
          </p>
        )}
        <Alert problem={problem} />
        <FormFoot action={t('agents:allow')} disabled={busy || !rule} onCancel={onClose} inSheet />
      </Form>
    </Sheet>
  );
}
