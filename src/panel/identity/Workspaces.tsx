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
import { ChangeButton } from '../ui/ChangeButton.tsx';
import { Form } from '../ui/form/Form.tsx';
import { TextPart } from '../ui/form/inputs.tsx';
import { CreateByName, Rename } from '../ui/form/NameForms.tsx';
import { scopeLabels } from '../access/access-words.ts';
import './people.css';

type Workspace = DataFor<'list_workspaces'>[number];

/** Everything the panel knows of the workspace is loaded anew. */
const reload = (): void => window.location.reload();

/** Asks for the name: with a workspace, everything in it is deleted. */
function Delete({ workspace, onDone }: { workspace: Workspace; onDone: () => void }) {
  const [asked, setAsked] = useState(false);
  const [typed, setTyped] = useState('');
  const [busy, during] = useBusy();
  if (!asked)
    return (
      <button
        type="button"
        className="mq-button mq-button--stop mq-button--small"
        onClick={() => setAsked(true)}
      >
        Delete workspace
      </button>
    );
  const remove = async (): Promise<void> => {
    await call('delete_workspace', { id: workspace.id });
    toast.success(`${workspace.name} deleted`);
    onDone();
  };
  return (
    <Form className="mq-form" aria-label={`Delete ${workspace.name}`} onSubmit={() => void during(remove)}>
      <p>
        This deletes every asset, brand, portal, site and key in {workspace.name}. It can’t be undone, and
        addresses that others use stop working.
      </p>
      <TextPart
        id={`mq-workspace-${workspace.id}-delete`}
        label={`To confirm, type ${workspace.name}`}
        value={typed}
        onChange={setTyped}
      />
      <div className="mq-row">
        <button
          type="submit"
          className="mq-button mq-button--stop mq-button--small"
          disabled={busy || typed.trim() !== workspace.name.trim()}
        >
          Delete {workspace.name} permanently
        </button>
        <button type="button" className="mq-link" onClick={() => setAsked(false)}>
          Cancel
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
  const [open, setOpen] = useState(false);
  const { id, name, slug, scope } = workspace;
  const refresh = isCurrent ? reload : onChanged;
  return (
    <li className="mq-person">
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>{name}</strong>
          <span className="mq-muted">
            {slug} · {scope ? scopeLabels[scope] : 'Parts of it'}
          </span>
        </span>
        {isCurrent ? (
          <span className="mq-badge mq-badge--note">Open now</span>
        ) : (
          <button
            type="button"
            className="mq-button mq-button--small"
            aria-label={`Open ${name}`}
            onClick={() => {
              rememberWorkspace(id);
              reload();
            }}
          >
            Open
          </button>
        )}
        {scope === 'admin' && (
          <ChangeButton what={`workspace ${name}`} open={open} onToggle={() => setOpen(!open)} />
        )}
      </div>
      {open && (
        <div className="mq-person__more">
          <Rename
            name={name}
            onRename={async (next) => {
              await call('update_workspace', { id, body: { name: next } });
              refresh();
            }}
          />
          {mayDelete && <Delete workspace={workspace} onDone={refresh} />}
        </div>
      )}
    </li>
  );
}

const shown = changesTo('workspace');

export function Workspaces() {
  const me = useMe();
  const { data: workspaces, problem, again } = useOperation('list_workspaces', me ? {} : null);
  useLive(shown, again);
  const [parameters] = useAddress();
  const isOwner = me?.organizationScope === 'admin';
  return (
    <SettingsFrame title="Workspaces">
      <p className="mq-muted">
        A workspace has assets, brands, fields and keys of its own. Use one per client, team or market.
      </p>
      <Alert problem={problem} />
      {workspaces && (
        <section className="mq-section" aria-labelledby="mq-workspaces">
          <h2 id="mq-workspaces">
            {me?.organization ? `Workspaces of ${me.organization.name}` : 'Workspaces'}
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
              placeholder="Campaigns"
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
