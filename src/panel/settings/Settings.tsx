'use client';
// Settings of the organization and the workspace: the effective values, where they come from, and how to change or reset them.
import { Gutter, SetStepNav, toast } from '@payloadcms/ui';
import { useEffect, useId, useState } from 'react';
import type { Setting, SettingContext, SettingSource } from '../../core/settings/schemas.ts';
import { CallFailed, wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { AssetPart } from '../assets/AssetPicker.tsx';
import { useBranding } from '../shell/branding.tsx';
import { ChoicePart, ColourPart, Frame, TextPart } from '../ui/inputs.tsx';
import { useMe, type Who } from '../client/me.tsx';
import { formOf, fromDraft, toDraft, type PropertyForm } from './setting-forms.ts';

type Drafts = Readonly<Record<string, string>>;

/** Describes where a value comes from. */
function originOf(source: SettingSource | undefined, context: SettingContext, hasValue: boolean): string {
  if (source === context) return 'Set here';
  if (source === 'organization') return 'From the organization';
  if (source === 'environment') return 'From the server’s environment';
  return hasValue ? 'Default' : 'Not set';
}

interface PropertyProps {
  setting: Setting;
  form: PropertyForm;
  draft: string | undefined;
  problem: string | undefined;
  busy: boolean;
  onChange: (draft: string) => void;
  onReset: () => void;
}

function Origin({
  setting,
  form,
  busy,
  onReset,
}: Pick<PropertyProps, 'setting' | 'form' | 'busy' | 'onReset'>) {
  const { context, sources, secrets, value } = setting;
  const { name, label } = form;
  const hasValue = secrets[name] ?? (value[name] ?? null) !== null;
  const isOwn = sources[name] === context;
  return (
    <span className="mq-origin">
      <span className={isOwn ? 'mq-origin__own' : undefined}>
        {originOf(sources[name], context, hasValue)}
      </span>
      {isOwn && (
        <button
          type="button"
          className="mq-link"
          disabled={busy}
          aria-label={`${form.kind.as === 'secret' ? 'Remove' : 'Reset'} ${label}`}
          onClick={onReset}
        >
          {form.kind.as === 'secret' ? 'Remove' : 'Reset'}
        </button>
      )}
    </span>
  );
}

function Choices({
  id,
  form,
  shown,
  onChange,
}: {
  id: string;
  form: PropertyForm;
  shown: string;
  onChange: PropertyProps['onChange'];
}) {
  const { kind } = form;
  if (kind.as !== 'choices') return null;
  const chosen = shown.split('\n').filter(Boolean);
  return (
    <span className="mq-choices" id={id} role="group" aria-label={form.label}>
      {kind.options.map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.length === 0 || chosen.includes(value)}
            onChange={({ target }) => {
              const before = chosen.length === 0 ? kind.options.map((option) => option.value) : chosen;
              const after = target.checked ? [...before, value] : before.filter((one) => one !== value);
              onChange(after.join('\n'));
            }}
          />
          {label}
        </label>
      ))}
    </span>
  );
}

function Property(props: PropertyProps) {
  const { setting, form, draft, problem, onChange } = props;
  const id = `${useId()}-${form.name}`;
  const { kind, label, unset } = form;
  const stored = toDraft(setting.value[form.name]);
  const shown = draft ?? stored;
  const hint = (
    <>
      {form.hint && <span>{form.hint}</span>}
      <Origin {...props} />
    </>
  );
  const common = { id, label, problem, hint };

  switch (kind.as) {
    case 'choice':
    case 'yes-no': {
      const options =
        kind.as === 'choice'
          ? kind.options
          : [
              { value: 'true', label: kind.yes },
              { value: 'false', label: kind.no },
            ];
      // Without an unset state, one of the options always applies.
      const isFree = unset !== undefined;
      return (
        <ChoicePart
          {...common}
          value={shown}
          options={options}
          onChange={onChange}
          {...(isFree ? { none: unset } : {})}
        />
      );
    }
    case 'choices':
      return (
        <div className={`mq-field ${problem ? 'mq-field--wrong' : ''}`}>
          <span className="mq-label">{label}</span>
          <Choices id={id} form={form} shown={shown} onChange={onChange} />
          {problem && <p className="mq-problem">{problem}</p>}
          <p className="mq-hint">{hint}</p>
        </div>
      );
    case 'secret':
      return (
        <Frame {...common}>
          <input
            id={id}
            className="mq-input"
            type="password"
            autoComplete="new-password"
            value={draft ?? ''}
            placeholder={setting.secrets[form.name] ? 'Stored; leave blank to keep it' : 'None'}
            onChange={(event) => {
              onChange(event.target.value);
            }}
          />
        </Frame>
      );
    case 'colour':
      return <ColourPart {...common} value={shown} onChange={onChange} />;
    case 'picture':
      return (
        <AssetPart
          label={label}
          hint={hint}
          problem={problem}
          id={shown || null}
          onChange={(asset) => {
            onChange(asset ?? '');
          }}
        />
      );
    default:
      return (
        <TextPart
          {...common}
          // The browser's number input would discard what it can't parse.
          type={kind.as === 'lines' ? 'lines' : 'text'}
          value={shown}
          placeholder={unset}
          hint={
            kind.as === 'bytes' ? (
              <>
                <span>{inGiB(shown)}</span>
                {hint}
              </>
            ) : (
              hint
            )
          }
          onChange={onChange}
        />
      );
  }
}

function inGiB(bytes: string): string {
  const number = Number(bytes) / 1024 ** 3;
  return Number.isFinite(number) && number > 0 ? `${Number(number.toPrecision(3))} GiB` : '';
}

interface CardProps {
  setting: Setting;
  onChanged: (setting: Setting | null) => void;
}

/** Sends a test email to the viewer with the organization's mail settings. */
function TestMail({ setting, isDirty }: { setting: Setting; isDirty: boolean }) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<{ worked: boolean; words: string } | null>(null);
  const isSetUp = Boolean(setting.value.host && setting.value.from) && setting.value.enabled !== false;
  if (!isSetUp) return null;
  const send = async (): Promise<void> => {
    setBusy(true);
    setResult(null);
    try {
      const { data } = await call('send_test_email');
      setResult({ worked: true, words: `Sent to ${data.to}.` });
    } catch (error) {
      setResult({ worked: false, words: wordsOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy || isDirty}
        onClick={() => void send()}
      >
        {busy ? 'Sending' : 'Send test email'}
      </button>
      {result && (
        <span role={result.worked ? 'status' : 'alert'} className={result.worked ? 'mq-muted' : 'mq-problem'}>
          {result.words}
        </span>
      )}
    </>
  );
}

function Card({ setting, onChanged }: CardProps) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [words, setWords] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const form = formOf(setting);
  const titleId = `mq-setting-${setting.key}`;
  const isDirty = Object.keys(drafts).length > 0;

  const { key, context } = setting;
  const send = async (work: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    setProblems({});
    setWords(null);
    try {
      await work();
      return true;
    } catch (error) {
      const issues = error instanceof CallFailed ? error.issues : [];
      const known = form.properties.map(({ name }) => name);
      const nameOf = (path: string): string => path.split(/[.[]/)[0] ?? path;
      setProblems(Object.fromEntries(issues.map(({ path, message }) => [nameOf(path), message])));
      if (!issues.some(({ path }) => known.includes(nameOf(path)))) setWords(wordsOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  const update = (body: Record<string, unknown>): Promise<boolean> =>
    send(async () => {
      onChanged((await call('update_setting', { key, context, body })).data);
    });
  const reset = (): Promise<boolean> =>
    send(async () => {
      await call('delete_setting', { key, context });
      onChanged(null);
    });

  const save = async (): Promise<void> => {
    const changes = Object.fromEntries(
      form.properties.flatMap(({ name, kind }) => {
        const draft = drafts[name];
        return draft === undefined ? [] : [[name, fromDraft(kind, draft)]];
      }),
    );
    if (!(await update(changes))) return;
    setDrafts({});
    toast.success(`${setting.label} saved`);
  };

  const forget = (name: string): void => {
    setDrafts(({ [name]: _, ...rest }) => rest);
  };
  const change = (name: string, draft: string): void => {
    if (draft === toDraft(setting.value[name])) forget(name);
    else setDrafts((before) => ({ ...before, [name]: draft }));
  };

  return (
    <form
      className="mq-panel mq-setting"
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <header>
        <h2 id={titleId}>{setting.label}</h2>
        {form.about && <p className="mq-muted">{form.about}</p>}
      </header>
      <div className="mq-pair">
        {form.properties.map((property) => (
          <Property
            key={property.name}
            setting={setting}
            form={property}
            draft={drafts[property.name]}
            problem={problems[property.name]}
            busy={busy}
            onChange={(draft) => {
              change(property.name, draft);
            }}
            onReset={() => {
              void update({ [property.name]: null }).then((worked) => {
                if (worked) forget(property.name);
              });
            }}
          />
        ))}
      </div>
      {words && (
        <p role="alert" className="mq-alert">
          {words}
        </p>
      )}
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--primary mq-button--small"
          disabled={busy || !isDirty}
        >
          Save {setting.label}
        </button>
        {setting.key === 'email' && <TestMail setting={setting} isDirty={isDirty} />}
        {setting.own &&
          (asking ? (
            <>
              <span>Reset {setting.label} to inherited values?</span>
              <button
                type="button"
                className="mq-button mq-button--stop mq-button--small"
                disabled={busy}
                onClick={() => {
                  void reset().then(() => {
                    setAsking(false);
                    setDrafts({});
                  });
                }}
              >
                Reset to inherited values
              </button>
              <button
                type="button"
                className="mq-link"
                onClick={() => {
                  setAsking(false);
                }}
              >
                Cancel
              </button>
            </>
          ) : (
            <button
              type="button"
              className="mq-link"
              onClick={() => {
                setAsking(true);
              }}
            >
              Reset all of {setting.label}
            </button>
          ))}
      </div>
    </form>
  );
}

function Cards({ context }: { context: SettingContext }) {
  const [settings, setSettings] = useState<Setting[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { reload } = useBranding();

  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call('list_settings', { context }, { signal: controller.signal }).then(
      ({ data }) => {
        setSettings(data);
        setProblem(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [context, round]);

  if (problem)
    return (
      <p role="alert" className="mq-alert">
        {problem}
      </p>
    );
  if (!settings) return <p className="mq-muted">Loading settings…</p>;
  return settings.map((setting) => (
    <Card
      key={setting.key}
      setting={setting}
      onChanged={(after) => {
        if (setting.key === 'branding') reload();
        if (after) setSettings((all) => all?.map((one) => (one.key === after.key ? after : one)) ?? null);
        else setRound((before) => before + 1);
      }}
    />
  ));
}

/** The contexts whose settings the person can change, widest first. */
function contextsOf(me: Who): { context: SettingContext; label: string }[] {
  return [
    ...(me.organizationScope === 'admin' && me.organization
      ? [{ context: 'organization' as const, label: `Organization ${me.organization.name}` }]
      : []),
    ...(me.scope === 'admin' && me.workspace
      ? [{ context: 'workspace' as const, label: `Workspace ${me.workspace.name}` }]
      : []),
  ];
}

const about = {
  organization: 'These settings apply to every workspace in the organization that doesn’t override them.',
  workspace: 'These settings override the organization’s. Reset a value to inherit it again.',
} as const;

export function Settings() {
  const me = useMe();
  const [chosen, setChosen] = useState<SettingContext | null>(null);
  const contexts = me ? contextsOf(me) : [];
  const context = contexts.find((one) => one.context === chosen)?.context ?? contexts[0]?.context;
  return (
    <main>
      <SetStepNav nav={[{ label: 'Settings' }]} />
      <Gutter className="mq-settings">
        <h1>Settings</h1>
        {me && !context && (
          <p className="mq-quiet">Settings are for admins of the workspace or the organization.</p>
        )}
        {contexts.length > 1 && (
          <div className="mq-switch" role="group" aria-label="Settings for">
            {contexts.map((one) => (
              <button
                key={one.context}
                type="button"
                aria-pressed={one.context === context}
                onClick={() => {
                  setChosen(one.context);
                }}
              >
                {one.label}
              </button>
            ))}
          </div>
        )}
        {context && (
          <>
            <p className="mq-muted">{about[context]}</p>
            <Cards key={context} context={context} />
          </>
        )}
      </Gutter>
    </main>
  );
}
