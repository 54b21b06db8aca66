'use client';
// The workspace's keys, in place of Payload's list. With the agents plugin, they're on the agents' page, too.
import { changesTo, useLive } from '../client/live.ts';
import { useMe } from '../client/me.tsx';
import { useOperation } from '../client/useOperation.ts';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import { Alert } from '../ui/Alert.tsx';
import { KeyList } from './KeyList.tsx';
import { KeyMaker } from './KeyMaker.tsx';

/** What is waiting changes with the proposals on these. */
const shown = changesTo('key', 'asset', 'brand');

export function Keys() {
  const me = useMe();
  const { data: keys, problem, again } = useOperation('list_keys', me?.workspace ? {} : null);
  useLive(shown, again);
  return (
    <SettingsFrame title="Keys">
      <Alert problem={problem} />
      {keys && (
        <KeyList
          title={me?.workspace ? `Keys of ${me.workspace.name}` : 'Keys'}
          keys={keys}
          none="No keys yet. Programs and scripts use a key to connect."
          onGone={again}
        />
      )}
      {keys && <KeyMaker onMade={again} />}
    </SettingsFrame>
  );
}
