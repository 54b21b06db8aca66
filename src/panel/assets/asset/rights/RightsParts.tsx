'use client';
// An asset's usage rights: license, dates, model release, territories and channels.
import type { Rights } from '../../../../assets/schemas.ts';
import { Chips } from '../../../ui/tags/Chips.tsx';
import { ChoicePart, Frame, TextPart } from '../../../ui/form/inputs.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import { isEmptyRights, noRights } from './no-rights.ts';
import { releaseKeys } from './rights-choices.ts';

const releases = Object.keys(releaseKeys) as (keyof typeof releaseKeys)[];

/** `noun` is one entry. */
const lists = [
  {
    name: 'territories',
    label: 'review:territories',
    noun: 'territory',
    hint: 'rights:territoriesHint',
  },
  {
    name: 'channels',
    label: 'review:channels',
    noun: 'channel',
    hint: 'rights:channelsHint',
  },
] as const satisfies { name: keyof Rights; label: PlainKey; noun: string; hint: PlainKey }[];

interface DateProps {
  id: (part: string) => string;
  rights: Rights;
  readOnly: boolean;
  onChange: (change: Partial<Rights>) => void;
}

const days = [
  { name: 'embargo', label: 'rights:embargo', hint: 'rights:firstDay' },
  { name: 'expires', label: 'review:expires', hint: 'rights:lastDay' },
] as const satisfies { name: keyof Rights; label: PlainKey; hint: PlainKey }[];

/** The first and the last day of use. */
function DateParts({ id, rights, readOnly, onChange }: DateProps) {
  const { t } = useWords();
  const backwards =
    rights.embargo !== null && rights.expires !== null && rights.expires < rights.embargo
      ? t('rights:beforeEmbargo')
      : null;
  return (
    <>
      {days.map(({ name, label, hint }) => (
        <TextPart
          key={name}
          id={id(name)}
          label={t(label)}
          type="date"
          value={rights[name] ?? ''}
          readOnly={readOnly}
          hint={t(hint)}
          problem={name === 'expires' ? backwards : null}
          onChange={(day) => onChange({ [name]: day === '' ? null : day })}
        />
      ))}
    </>
  );
}

interface PartsProps {
  id: (part: string) => string;
  rights: Rights | null;
  readOnly?: boolean;
  /** Null if all are cleared. */
  onChange: (rights: Rights | null) => void;
}

export function RightsParts({ id, rights: value, readOnly = false, onChange }: PartsProps) {
  const { t } = useWords();
  const rights: Rights = { ...noRights, ...value };
  const set = (change: Partial<Rights>): void => {
    const next = { ...rights, ...change };
    onChange(isEmptyRights(next) ? null : next);
  };
  return (
    <div className="mq-pair">
      <div className="mq-pair__whole">
        <TextPart
          id={id('license')}
          label={t('review:license')}
          value={rights.license ?? ''}
          readOnly={readOnly}
          maxLength={500}
          placeholder={t('rights:licenseExample')}
          onChange={(license) => set({ license: license === '' ? null : license })}
        />
      </div>
      <DateParts id={id} rights={rights} readOnly={readOnly} onChange={set} />
      <ChoicePart
        id={id('modelRelease')}
        label={t('review:modelRelease')}
        value={rights.modelRelease ?? ''}
        options={releases.map((value) => ({ value, label: t(releaseKeys[value]) }))}
        none={t('ui:notSet')}
        readOnly={readOnly}
        onChange={(release) =>
          set({ modelRelease: release === '' ? null : (release as Rights['modelRelease']) })
        }
      />
      {lists.map(({ name, label, noun, hint }) => (
        <div key={name} className="mq-pair__whole">
          <Frame id={id(name)} label={t(label)} hint={t(hint)}>
            <Chips
              id={id(name)}
              noun={noun}
              values={rights[name]}
              readOnly={readOnly}
              onChange={(values) => set({ [name]: values })}
            />
          </Frame>
        </div>
      ))}
    </div>
  );
}
