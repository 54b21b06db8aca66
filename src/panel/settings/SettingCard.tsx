'use client';
// One setting as a form: its properties, saving what was changed, and resetting all of it.
import { useState } from 'react';
import type { Setting, SettingForm } from '../../core/settings/schemas.ts';
import { Alert } from '../ui/Alert.tsx';
import { Property } from './Property.tsx';
import { propertiesOf } from './setting-forms.ts';
import { TestMail } from './TestMail.tsx';
import { useSettingForm } from './useSettingForm.ts';
import { Form } from '../ui/form/Form.tsx';
import { StopOrCancel } from '../ui/form/StopOrCancel.tsx';
import { useWords } from '../words/useWords.ts';

interface ResetProps {
  label: string;
  busy: boolean;
  onReset: () => Promise<void>;
}

function ResetAll({ label, busy, onReset }: ResetProps) {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <button type="button" className="mq-link" onClick={() => setAsking(true)}>
        {t('settings:resetAllOf', { label })}
      </button>
    );
  return (
    <>
      <span>{t('settings:resetQuestion', { label })}</span>
      <StopOrCancel
        action={t('settings:resetToInherited')}
        disabled={busy}
        small
        onStop={() =>
          void onReset().then(() => {
            setAsking(false);
          })
        }
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

interface Props {
  setting: Setting;
  form: SettingForm | undefined;
  /** Called with the saved setting; null: it was reset, and must be loaded again. */
  onChanged: (setting: Setting | null) => void;
}

export function SettingCard({ setting, form, onChanged }: Props) {
  const words = useWords();
  const { t, said } = words;
  const properties = propertiesOf(setting, form, words);
  const label = said(setting.label);
  const {
    drafts,
    problems,
    problem,
    busy,
    isDirty,
    isStale,
    change,
    save,
    discard,
    resetProperty,
    resetAll,
  } = useSettingForm({ setting, properties, onChanged });
  const titleId = `mq-setting-${setting.key}`;
  return (
    <Form className="mq-panel mq-setting" aria-labelledby={titleId} onSubmit={() => void save()}>
      <header>
        <h2 id={titleId}>{label}</h2>
        {form && <p className="mq-muted">{said(form.about)}</p>}
      </header>
      <div className="mq-pair">
        {properties.map((property) => (
          <Property
            key={property.name}
            setting={setting}
            form={property}
            draft={drafts[property.name]}
            drafts={drafts}
            problem={problems[property.name]}
            busy={busy}
            onChange={(draft) => change(property.name, draft)}
            onReset={() => void resetProperty(property.name)}
          />
        ))}
      </div>
      <Alert problem={problem} />
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--primary mq-button--small"
          disabled={busy || !isDirty}
        >
          {t('settings:saveOne', { label })}
        </button>
        {isStale && (
          <button type="button" className="mq-link" onClick={discard}>
            {t('settings:discardMine')}
          </button>
        )}
        {setting.key === 'email' && <TestMail setting={setting} isDirty={isDirty} />}
        {setting.own && <ResetAll label={label} busy={busy} onReset={resetAll} />}
      </div>
    </Form>
  );
}
