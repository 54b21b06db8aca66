'use client';
// A portal's name, address and texts, and how long it's open.
import { NameParts } from '../sharing/NameParts.tsx';
import { TextPart, TickPart } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';
import type { PartProps } from './usePortal.ts';

const pad = (part: number): string => String(part).padStart(2, '0');

/** A moment as an input shows it, in the browser's time zone. */
function inputOf(moment: string): string {
  const date = new Date(moment);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

export function PortalTexts({ form, shown }: PartProps) {
  const { t } = useWords();
  const { change, saving } = form;
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-texts">
      <h2 id="mq-portal-texts">{t('portals:nameAndTexts')}</h2>
      <div className="mq-pair">
        <NameParts noun="portal" shown={shown} saving={saving} onChange={change} />
      </div>
      <TextPart
        id="mq-portal-intro"
        label={t('portals:intro')}
        type="lines"
        value={shown.intro ?? ''}
        maxLength={20_000}
        placeholder={t('portals:introExample')}
        problem={saving.at('intro')}
        hint={t('portals:introHint')}
        onChange={(intro) => change({ intro: intro === '' ? null : intro })}
      />
      <TextPart
        id="mq-portal-terms"
        label={t('portals:terms')}
        type="lines"
        value={shown.terms ?? ''}
        maxLength={50_000}
        problem={saving.at('terms')}
        hint={t('portals:termsHint')}
        onChange={(terms) => change({ terms: terms === '' ? null : terms })}
      />
    </section>
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
