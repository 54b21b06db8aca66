'use client';
// An asset's metadata: title, description, creator and copyright to edit; camera data read-only.
import { useField } from '@payloadcms/ui';
import type { JSONFieldClientProps } from 'payload';
import { Fragment, useState } from 'react';
import type { Metadata } from '../../../../assets/schemas.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { TextPart } from '../../../ui/form/inputs.tsx';
import { Terms } from '../../../ui/Terms.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import type { Translate } from '../../../words/words.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { TranslatedFields } from './TranslatedFields.tsx';
import { useTexts, type Texts } from './useTexts.ts';
import { useAssetForm } from '../record/useOpenAsset.ts';

interface Part {
  key: 'title' | 'description' | 'creator' | 'copyright';
  label: PlainKey;
  type: 'text' | 'lines';
  maxLength: number;
  hintKey?: PlainKey;
}

const parts: readonly Part[] = [
  { key: 'title', label: 'asset:title', type: 'text', maxLength: 500 },
  {
    key: 'description',
    label: 'review:description',
    type: 'lines',
    maxLength: 10_000,
    hintKey: 'asset:descriptionHint',
  },
  { key: 'creator', label: 'review:kindCreator', type: 'text', maxLength: 500 },
  { key: 'copyright', label: 'review:copyright', type: 'text', maxLength: 1000 },
];

function notesOf({ camera, lens, capturedAt, gps }: Metadata, t: Translate): [string, string][] {
  return [
    ...(capturedAt ? [[t('asset:taken'), capturedAt] as [string, string]] : []),
    ...(camera ? [[t('asset:camera'), camera] as [string, string]] : []),
    ...(lens ? [[t('asset:lens'), lens] as [string, string]] : []),
    ...(gps ? [[t('asset:place'), `${gps.lat.toFixed(4)}, ${gps.lon.toFixed(4)}`] as [string, string]] : []),
  ];
}

/** Whether it's in the language that is chosen. */
const isTranslated = (key: Part['key']): key is 'title' | 'description' =>
  key === 'title' || key === 'description';

interface FieldProps {
  path: string;
  readOnly: boolean;
  assetId: string | null;
}

/** Save and discard for texts that aren't part of the asset's form. */
function SaveTexts({ texts }: { texts: Texts }) {
  const { t } = useWords();
  return (
    <>
      <Alert problem={texts.problem} />
      {texts.isChanged && (
        <div className="mq-row mq-texts-save">
          <button
            type="button"
            className="mq-button mq-button--primary"
            disabled={texts.busy}
            onClick={() => void texts.save()}
          >
            {t('texts:save')}
          </button>
          <button type="button" className="mq-button" disabled={texts.busy} onClick={texts.discard}>
            {t('crops:discard')}
          </button>
        </div>
      )}
    </>
  );
}

interface AltProps {
  id: string;
  texts: Texts;
  language: string;
  /** The workspace has other languages, too. */
  several: boolean;
  readOnly: boolean;
}

function AltPart({ id, texts, language, several, readOnly }: AltProps) {
  const { t } = useWords();
  return (
    <div className="mq-pair__whole">
      <TextPart
        id={id}
        label={t('texts:alt')}
        hint={t('texts:altHint')}
        type="lines"
        maxLength={2000}
        lang={several ? language : undefined}
        value={texts.textsIn(language)?.alt ?? ''}
        readOnly={readOnly}
        onChange={(text) => texts.edit(language, { alt: text || null })}
      />
      {language !== texts.standard && (
        <TranslatedFields id={id} texts={texts} language={language} readOnly={readOnly} />
      )}
      <SaveTexts texts={texts} />
    </div>
  );
}

function MetadataParts({ path, readOnly, assetId }: FieldProps) {
  const { t } = useWords();
  const { value, setValue } = useField<Metadata | null>({ path });
  const metadata = value ?? {};
  const notes = notesOf(metadata, t);
  const texts = useTexts(assetId);
  const [chosen, choose] = useState<string | null>(null);
  const { languages, standard } = texts;
  const hasSeveral = languages.length > 1;
  const hasAlt = languages.length > 0;
  const language = chosen !== null && languages.includes(chosen) ? chosen : standard;
  const isStandard = !hasSeveral || language === standard;
  const own = { title: metadata.title ?? null, description: metadata.description ?? null };
  const textsIn = (one: string) => ({ ...texts.textsIn(one), ...(one === standard && own) });
  const valueOf = (key: Part['key']): string =>
    (isStandard || !isTranslated(key) ? metadata[key] : texts.textsIn(language)?.[key]) ?? '';
  const change = (key: Part['key'], text: string): void => {
    if (!isStandard && isTranslated(key)) return texts.edit(language, { [key]: text || null });
    const { [key]: _, ...others } = metadata;
    setValue(text === '' ? others : { ...others, [key]: text });
  };
  return (
    <div className="mq-json field-type">
      <div className="mq-pair mq-pair--two">
        {hasSeveral && (
          <div className="mq-pair__whole">
            <LanguageSwitch languages={languages} chosen={language} textsIn={textsIn} onChange={choose} />
          </div>
        )}
        {parts.map(({ key, label, hintKey, ...part }) => (
          <Fragment key={key}>
            <div className={isTranslated(key) ? 'mq-pair__whole' : ''}>
              <TextPart
                {...part}
                label={t(label)}
                hint={hintKey && !hasAlt && t(hintKey)}
                id={`field-${path}-${key}`}
                lang={hasSeveral && isTranslated(key) ? language : undefined}
                placeholder={isStandard || !isTranslated(key) ? undefined : metadata[key]}
                value={valueOf(key)}
                readOnly={readOnly}
                onChange={(text) => change(key, text)}
              />
            </div>
            {key === 'description' && hasAlt && (
              <AltPart
                id={`field-${path}-alt`}
                texts={texts}
                language={language}
                several={hasSeveral}
                readOnly={readOnly}
              />
            )}
          </Fragment>
        ))}
      </div>
      {notes.length > 0 && <Terms className="mq-notes" terms={notes} />}
    </div>
  );
}

export function MetadataField({ path, readOnly }: JSONFieldClientProps) {
  const { disabled } = useField<Metadata | null>({ path });
  const { asset } = useAssetForm();
  const id = asset?.id ?? null;
  return (
    <MetadataParts key={id} path={path} readOnly={readOnly === true || disabled === true} assetId={id} />
  );
}
