'use client';
// The workspaces of the organization, in place of Payload's list: create, open, rename and delete one.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import { changesTo, useLive } from '../client/live.ts';
import { useMe } from '../client/me.tsx';
import { call, type DataFor } from '../client/operations.ts';
import { useAddress } from '../client/useAddress.ts';
import { useBusy } from '../client/useBusy.ts';
import { useOperation } from '../client/useOperation.ts';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import { rememberWorkspace } from '../shell/WorkspaceSwitch.tsx';
import { Alert } from '../ui/Alert.tsx';
import { StopButton } from '../ui/Ask.tsx';
import { Form } from '../ui/form/Form.tsx';
import { TextPart } from '../ui/form/inputs.tsx';
import { CreateByName, Rename } from '../ui/form/NameForms.tsx';
import { OpeningRow } from '../ui/NamedRow.tsx';
import { scopeKeys } from '../access/access-words.ts';
import { useWords } from '../words/useWords.ts';
import './people.css';

type Workspace = DataFor<'list_workspaces'>[number];

/** Everything the panel knows of the workspace is loaded anew. */
const reload = (): void => window.location.reload();

/** Asks for the name: with a workspace, everything in it is deleted. */
function Delete({ workspace, onDone }: { workspace: Workspace; onDone: () => void }) {
  const { t } = useWords();
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, during] = useBusy();
  if (!asked) return <StopButton onClick={() => setAsked(true)}>{t('identity:deleteWorkspace')}</StopButton>;
  const remove = async (): Promise<void> => {
    await call('delete_workspace', { id: workspace.id });
    toast.success(t('ui:deletedOne', { label: workspace.name }));
    onDone();
  };
  return (
    <Form
      className="mq-form"
      aria-label={t('identity:deleteNamed', { name: workspace.name })}
      onSubmit={() => void during(remove)}
    >
      <p>{t('identity:deleteWorkspaceHint', { name: workspace.name })}</p>
      <TextPart
        id={`mq-workspace-${workspace.id}-delete`}
        label={t('identity:typeToConfirm', { name: workspace.name })}
        value={typed}
        onChange={setTyped}
      />
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--stop mq-button--small"
          disabled={busy || typed.trim() !== workspace.name.trim()}
        >
          {t('fields:deleteOne', { label: workspace.name })}
        </button>
        <button type="button" className="mq-link" onClick={() => setAsked(false)}>
          {t('ui:cancel')}
        </button>
      </div>
    </Form>
  );
}

interface RowProps {
  workspace: Workspace;
  isCurrent: boolean;
  /** Only the organization's admins delete, and never the last one. */
  mayDelete: boolean;
  onChanged: () => void;
}

function WorkspaceRow({ workspace, isCurrent, mayDelete, onChanged }: RowProps) {
  const { t } = useWords();
  const { id, name, slug, scope } = workspace;
  const refresh = isCurrent ? reload : onChanged;
  return (
    <OpeningRow
      name={name}
      note={`${slug} · ${scope ? t(scopeKeys[scope]) : t('identity:partsOfIt')}`}
      marks={
        isCurrent ? (
          <span className="mq-badge mq-badge--note">{t('identity:openNow')}</span>
        ) : (
          <button
            type="button"
            className="mq-button mq-button--small"
            aria-label={t('identity:openNamed', { name })}
            onClick={() => {
              rememberWorkspace(id);
              reload();
            }}
          >
            {t('ui:open')}
          </button>
        )
      }
      what={scope === 'admin' ? t('identity:workspaceNamed', { name }) : null}
    >
      {() => (
        <>
          <Rename
            name={name}
            onRename={async (next) => {
              await call('update_workspace', { id, body: { name: next } });
              refresh();
            }}
          />
          {mayDelete && <Delete workspace={workspace} onDone={refresh} />}
        </>
      )}
    </OpeningRow>
  );
}

const shown = changesTo('workspace');

export function Workspaces() {
  const { t } = useWords();
  const me = useMe();
  const { data: workspaces, problem, again } = useOperation('list_workspaces', me ? {} : null);
  useLive(shown, again);
  const [parameters] = useAddress();
  const isOwner = me?.organizationScope === 'admin';
  return (
    <SettingsFrame title={t('identity:workspaces')}>
      <p className="mq-muted">{t('identity:workspacesIntro')}</p>
      <Alert problem={problem} />
      {workspaces && (
        <section className="mq-section" aria-labelledby="mq-workspaces">
          <h2 id="mq-workspaces">
            {me?.organization
              ? t('identity:workspacesOf', { name: me.organization.name })
              : t('identity:workspaces')}
          </h2>
          <ul className="mq-people" aria-labelledby="mq-workspaces">
            {workspaces.map((workspace) => (
              <WorkspaceRow
                key={workspace.id}
                workspace={workspace}
                isCurrent={workspace.id === me?.workspace?.id}
                mayDelete={isOwner && workspaces.length > 1}
                onChanged={again}
              />
            ))}
          </ul>
          {isOwner && (
            <CreateByName
              noun="workspace"
              placeholder={t('identity:workspaceExample')}
              autoFocus={parameters.has('new')}
              onCreate={async (name) => {
                await call('create_workspace', { body: { name } });
                // The switch in the header lists it from the next load on. Without a choice, the first by name would open.
                if (me.workspace) rememberWorkspace(me.workspace.id);
                reload();
              }}
            />
          )}
        </section>
      )}
    </SettingsFrame>
  );
}
