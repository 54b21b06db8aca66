'use client';
// The workspace's keys, in place of Payload's list. With the agents plugin, they're on the agents' page, too.
import { SettingsFrame } from '../settings/SettingsFrame.tsx';
import { Alert } from '../ui/Alert.tsx';
import { KeyList } from './KeyList.tsx';
import { useKeys } from './useKeys.ts';
import { KeyMaker } from './KeyMaker.tsx';
import { useWords } from '../words/useWords.ts';

export function Keys() {
  const { t } = useWords();
  const { me, keys, problem, again } = useKeys();
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
