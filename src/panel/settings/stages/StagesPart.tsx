'use client';
// The stages of the setting `review`: their names and order, who decides, how many must accept, and until when.
import { useId } from 'react';
import type { Holder, Stage } from '../../../proposals/stages/schemas.ts';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import type { OwnPartProps } from '../own-parts.ts';
import { Chips, EntryHead, NewEntry, OwnPart } from './entries.tsx';
import { holderOf, useHolders, valueOf } from './holders.ts';
import { mostNeeded, newStageId } from './stage-forms.ts';

interface StageProps {
  stage: Stage;
  at: number;
  total: number;
  holders: ReadonlyMap<string, string>;
  onChange: (stage: Stage) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** How many must accept, and until when. */
function Terms({ stage, onChange }: Pick<StageProps, 'stage' | 'onChange'>) {
  const { t } = useWords();
  const id = useId();
  const { needs } = stage;
  const counts = Array.from({ length: mostNeeded(stage) }, (_, index) => index + 1);
  return (
    <>
      <ChoicePart
        id={`${id}-needs`}
        label={t('stages:needs')}
        value={String(needs)}
        options={[
          ...counts.map((count) => ({ value: String(count), label: t('stages:needsSome', { count }) })),
          { value: 'all', label: t('stages:needsAll') },
        ]}
        onChange={(value) => onChange({ ...stage, needs: value === 'all' ? 'all' : Number(value) })}
      />
      <TextPart
        id={`${id}-due`}
        label={t('stages:dueDays')}
        type="number"
        value={stage.dueDays === undefined ? '' : String(stage.dueDays)}
        placeholder={t('stages:noDueDate')}
        onChange={(text) => {
          const { dueDays: _, ...rest } = stage;
          onChange(text === '' ? rest : { ...rest, dueDays: Number(text) });
        }}
      />
    </>
  );
}

function StageEntry({ stage, at, total, holders, onChange, onMove, onRemove }: StageProps) {
  const { t } = useWords();
  const id = useId();
  const change = (who: Holder[]): void => onChange({ ...stage, who });
  return (
    <li className="mq-entry">
      <EntryHead name={stage.name} at={at} total={total} onMove={onMove} onRemove={onRemove}>
        <TextPart
          id={`${id}-name`}
          label={t('stages:name')}
          value={stage.name}
          maxLength={80}
          onChange={(name) => onChange({ ...stage, name })}
        />
      </EntryHead>
      <div className="mq-pair">
        <Chips
          label={t('stages:who')}
          chosen={stage.who.map(valueOf)}
          options={holders}
          // Until people and groups are loaded, there is nothing to say.
          missing={holders.size > 1 ? t('stages:withoutAccess') : '…'}
          add={t('stages:addWho')}
          onChange={(values) => change(values.map(holderOf))}
        />
        <Terms stage={stage} onChange={onChange} />
      </div>
    </li>
  );
}

export function StagesPart({ label, hint, problem, value, onChange }: OwnPartProps) {
  const { t } = useWords();
  const stages = (value ?? []) as Stage[];
  const holders = useHolders();
  const put = (at: number, stage: Stage): void =>
    onChange(stages.map((one, index) => (index === at ? stage : one)));
  return (
    <OwnPart label={label} hint={hint} problem={problem} items={stages} onChange={onChange}>
      {(move, remove) =>
        stages.map((stage, at) => (
          <StageEntry
            key={stage.id}
            stage={stage}
            at={at}
            total={stages.length}
            holders={holders}
            onChange={(next) => put(at, next)}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
          />
        ))
      }
      <NewEntry
        label={t('stages:newStage')}
        add={t('stages:addStage')}
        onAdd={(name) =>
          onChange([...stages, { id: newStageId(name, stages), name, who: ['approve'], needs: 1 }])
        }
      />
    </OwnPart>
  );
}
