'use client';
// An asset's usage rights: license, dates, model release, territories and channels.
import { FieldError, useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import type { Rights } from '../../../assets/schemas.ts';
import { Chips } from '../../ui/tags/Chips.tsx';
import { ChoicePart, Frame, TextPart } from '../../ui/form/inputs.tsx';

const none: Rights = {
  license: null,
  territories: [],
  channels: [],
  embargo: null,
  expires: null,
  modelRelease: null,
};

const releases = [
  { value: 'released', label: 'Released' },
  { value: 'missing', label: 'Missing' },
  { value: 'not-needed', label: 'Not needed' },
];

function isEmpty(rights: Rights): boolean {
  const { territories, channels, ...single } = rights;
  return territories.length + channels.length === 0 && Object.values(single).every((value) => value === null);
}

/** `noun` is one entry. */
const lists = [
  {
    name: 'territories',
    label: 'Territories',
    noun: 'territory',
    hint: 'Where you may use it. Leave empty if there’s no limit.',
  },
  {
    name: 'channels',
    label: 'Channels',
    noun: 'channel',
    hint: 'The channels you may use it in. Leave empty if there’s no limit.',
  },
] as const satisfies { name: keyof Rights; label: string; noun: string; hint: string }[];

interface DateProps {
  id: (part: string) => string;
  rights: Rights;
  readOnly: boolean;
  onChange: (change: Partial<Rights>) => void;
}

/** The first and the last day of use. */
function DateParts({ id, rights, readOnly, onChange }: DateProps) {
  const backwards =
    rights.embargo !== null && rights.expires !== null && rights.expires < rights.embargo
      ? 'This is before the embargo ends.'
      : null;
  return (
    <>
      <TextPart
        id={id('embargo')}
        label="Embargo"
        type="date"
        value={rights.embargo ?? ''}
        readOnly={readOnly}
        hint="First day of use (UTC)"
        onChange={(embargo) => onChange({ embargo: embargo === '' ? null : embargo })}
      />
      <TextPart
        id={id('expires')}
        label="Expires"
        type="date"
        value={rights.expires ?? ''}
        readOnly={readOnly}
        hint="Last day of use (UTC)"
        problem={backwards}
        onChange={(expires) => onChange({ expires: expires === '' ? null : expires })}
      />
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

/** The inputs alone, for forms that store the value themselves. */
export function RightsParts({ id, rights: value, readOnly = false, onChange }: PartsProps) {
  const rights: Rights = { ...none, ...value };
  const set = (change: Partial<Rights>): void => {
    const next = { ...rights, ...change };
    onChange(isEmpty(next) ? null : next);
  };
  return (
    <div className="mq-pair">
      <div className="mq-pair__whole">
        <TextPart
          id={id('license')}
          label="License"
          value={rights.license ?? ''}
          readOnly={readOnly}
          maxLength={500}
          placeholder="CC BY 4.0, or the contract it came with"
          onChange={(license) => set({ license: license === '' ? null : license })}
        />
      </div>
      <DateParts id={id} rights={rights} readOnly={readOnly} onChange={set} />
      <ChoicePart
        id={id('modelRelease')}
        label="Model release"
        value={rights.modelRelease ?? ''}
        options={releases}
        none="Not set"
        readOnly={readOnly}
        onChange={(release) =>
          set({ modelRelease: release === '' ? null : (release as Rights['modelRelease']) })
        }
      />
      {lists.map(({ name, label, noun, hint }) => (
        <div key={name} className="mq-pair__whole">
          <Frame id={id(name)} label={label} hint={hint}>
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

export function RightsField({ path, readOnly: fixed }: JSONFieldClientProps) {
  const { value, setValue, showError, errorMessage, disabled } = useField<Rights | null>({ path });
  return (
    <div className="mq-json field-type">
      <FieldError path={path} showError={showError} {...(errorMessage ? { message: errorMessage } : {})} />
      <RightsParts
        id={(part) => `field-${path}-${part}`}
        rights={value}
        readOnly={fixed === true || disabled}
        onChange={setValue}
      />
    </div>
  );
}
