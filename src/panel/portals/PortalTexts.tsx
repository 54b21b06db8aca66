'use client';
// A portal's name, address and texts, and how long it's open.
import { NameParts } from '../sharing/NameParts.tsx';
import { TextPart, TickPart } from '../ui/form/inputs.tsx';
import type { PlainKey } from '../../words/keys.ts';
import { useWords } from '../words/useWords.ts';
import type { PartProps } from './usePortal.ts';
import { PanelSection } from '../ui/PanelSection.tsx';

const pad = (part: number): string => String(part).padStart(2, '0');

/** A moment as an input shows it, in the browser's time zone. */
function inputOf(moment: string): string {
  const date = new Date(moment);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

interface Text {
  name: 'intro' | 'terms';
  label: PlainKey;
  hint: PlainKey;
  /** Characters. */
  most: number;
  placeholder?: PlainKey;
}

const texts: readonly Text[] = [
  {
    name: 'intro',
    label: 'portals:intro',
    hint: 'portals:introHint',
    most: 20_000,
    placeholder: 'portals:introExample',
  },
  { name: 'terms', label: 'portals:terms', hint: 'portals:termsHint', most: 50_000 },
];

export function PortalTexts({ form, shown }: PartProps) {
  const { t } = useWords();
  const { change, saving } = form;
  return (
    <PanelSection id="mq-portal-texts" title={t('portals:nameAndTexts')}>
      <div className="mq-pair">
        <NameParts noun="portal" shown={shown} saving={saving} onChange={change} />
      </div>
      {texts.map(({ name, label, hint, most, placeholder }) => (
        <TextPart
          key={name}
          id={`mq-portal-${name}`}
          label={t(label)}
          type="lines"
          value={shown[name] ?? ''}
          maxLength={most}
          placeholder={placeholder && t(placeholder)}
          problem={saving.at(name)}
          hint={t(hint)}
          onChange={(text) => change({ [name]: text === '' ? null : text })}
        />
      ))}
    </PanelSection>
  );
}

/** When it closes by itself, and whether search engines may list it. */
export function PortalReach({ form, shown, isOpen }: PartProps & { isOpen: boolean }) {
  const { t } = useWords();
  const { change, saving } = form;
  return (
    <>
      {isOpen && (
        <TextPart
          id="mq-portal-until"
          label={t('portals:until')}
          type="datetime-local"
          value={shown.expiresAt === null ? '' : inputOf(shown.expiresAt)}
          problem={saving.at('expiresAt')}
          hint={t('portals:untilHint')}
          onChange={(text) => change({ expiresAt: text === '' ? null : new Date(text).toISOString() })}
        />
      )}
      {shown.access === 'public' && (
        <TickPart
          label={t('portals:indexed')}
          checked={shown.indexed}
          onChange={(indexed) => change({ indexed })}
        />
      )}
    </>
  );
}
