'use client';
// The workspace's keys, in place of Payload's list. With the agents plugin, they're on the agents' page, too.
import { changesTo, useLive } from '../client/live.ts';
import { useMe } from '../client/me.tsx';
import { useOperation } from '../client/useOperation.ts';
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import { Alert } from '../ui/Alert.tsx';
import { KeyList } from './KeyList.tsx';
import { KeyMaker } from './KeyMaker.tsx';
import { useWords } from '../words/useWords.ts';

/** What is waiting changes with the proposals on these. */
const shown = changesTo('key', 'asset', 'brand');

export function Keys() {
  const { t } = useWords();
  const me = useMe();
  const { data: keys, problem, again } = useOperation('list_keys', me?.workspace ? {} : null);
  useLive(shown, again);
  return (
    <SettingsFrame title={t('access:keys')}>
      <Alert problem={problem} />
      {keys && (
        <KeyList
          title={me?.workspace ? t('access:keysOf', { workspace: me.workspace.name }) : t('access:keys')}
          keys={keys}
          none={t('access:noKeysYet')}
          onGone={again}
        />
      )}
      {keys && <KeyMaker onMade={again} />}
    </SettingsFrame>
  );
}
