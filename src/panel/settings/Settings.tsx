'use client';
// Settings of the organization and the workspace: the effective values, where they come from, and how to change or reset them.
import { useEffect, useState } from 'react';
import type { SettingForms } from '../../core/settings/forms.ts';
import type { Setting, SettingContext } from '../../core/settings/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { useMe, type Who } from '../client/me.tsx';
import { call } from '../client/operations.ts';
import { reading } from '../client/reading.ts';
import { useBranding } from '../shell/branding.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Programs } from './Programs.tsx';
import { SettingCard } from './SettingCard.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';

function Cards({ context, forms }: { context: SettingContext; forms: SettingForms }) {
  const { t } = useWords();
  const [settings, setSettings] = useState<Setting[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { reload } = useBranding();

  const [round, setRound] = useState(0);
  useEffect(() => {
    return reading(
      (signal) => call('list_settings', { context }, { signal }),
      ({ data }) => {
        setSettings(data);
        setProblem(null);
      },
      (error) => setProblem(wordsOf(error)),
    );
  }, [context, round]);

  if (problem) return <Alert problem={problem} />;
  if (!settings) return <p className="mq-muted">{t('settings:loading')}</p>;
  return settings.map((setting) => (
    <SettingCard
      key={setting.key}
      setting={setting}
      form={forms[setting.key]}
      onChanged={(after) => {
        if (setting.key === 'branding') reload();
        if (after) setSettings((all) => all?.map((one) => (one.key === after.key ? after : one)) ?? null);
        else setRound((before) => before + 1);
      }}
    />
  ));
}

/** The contexts whose settings the person can change, widest first. */
function contextsOf(me: Who, t: Translate): { context: SettingContext; label: string }[] {
  return [
    ...(me.organizationScope === 'admin' && me.organization
      ? [
          {
            context: 'organization' as const,
            label: t('settings:organizationNamed', { name: me.organization.name }),
          },
        ]
      : []),
    ...(me.scope === 'admin' && me.workspace
      ? [{ context: 'workspace' as const, label: t('settings:workspaceNamed', { name: me.workspace.name }) }]
      : []),
  ];
}

const about = {
  organization: 'settings:aboutOrganization',
  workspace: 'settings:aboutWorkspace',
} as const;

export function Settings({ forms }: { forms: SettingForms }) {
  const { t } = useWords();
  const me = useMe();
  const [chosen, setChosen] = useState<SettingContext | null>(null);
  const contexts = me ? contextsOf(me, t) : [];
  const context = contexts.find((one) => one.context === chosen)?.context ?? contexts[0]?.context;
  return (
    <SettingsFrame title={null}>
      {me && !context && <p className="mq-quiet">{t('settings:adminsOnly')}</p>}
      {contexts.length > 1 && (
        <div className="mq-switch" role="group" aria-label={t('settings:settingsFor')}>
          {contexts.map((one) => (
            <button
              key={one.context}
              type="button"
              aria-pressed={one.context === context}
              onClick={() => setChosen(one.context)}
            >
              {one.label}
            </button>
          ))}
        </div>
      )}
      {context && (
        <>
          <p className="mq-muted">{t(about[context])}</p>
          <Cards key={`${context} ${me?.workspace?.id ?? ''}`} context={context} forms={forms} />
          <Programs />
        </>
      )}
    </SettingsFrame>
  );
}
