import { z } from 'zod';
import { demandUsableVersion, makeCurrent } from '../../assets/versions/versions.ts';
import type { ChangeKind } from './kind.ts';

const Version = z.int().min(1).describe('The version to use');

/** Which version of an asset is the current one. A new file is proposed by uploading it with `versionOf`. */
export const versionKind: ChangeKind = {
  name: 'version',
  counted: ['change of version', 'changes of version'],
  described: {
    change: '{version}: the number of the one to use',
    after: 'the number of the {version} to use',
  },
  tool: { schema: Version, toChange: (version) => ({ version }) },
  schema: z.strictObject({ version: Version }),
  current: ({ current_version }) => current_version,
  wanted: (change) => new Map([['version', change.version]]),
  read: (state) => state.version ?? null,
  before: (asset) => ({ version: asset.version ?? null }),
  after: (parts) => ({ version: parts.get('version') }),
  partsOf: (after) => new Map([['version', after.version]]),
  check: async ({ db, accessTo }, { id }, change) => {
    await demandUsableVersion(db, accessTo, id, change.version as number);
    return [];
  },
  apply: async ({ req, db, accessTo }, id, _, parts) => {
    await makeCurrent(req, db, accessTo, id, parts.get('version') as number);
  },
};
