import { z } from 'zod';
import { rankOf, type Ability } from '../../src/core/access/ladder.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { notFound } from '../../src/core/errors.ts';
import { keyScopesIn, keyScopesOf } from '../../src/core/settings/agents.ts';
import { languagesIn } from '../../src/assets/languages/languages.ts';
import { retention } from '../../src/assets/settings.ts';
import { review } from '../../src/proposals/settings.ts';
import { settingIn } from '../../src/core/settings/read.ts';
import { Policy } from '../../src/core/settings/schemas.ts';

const write = rankOf('write');

export const getPolicy = defineOperation({
  name: 'get_policy',
  http: {
    route: 'GET /api/v1/policy',
    tag: 'settings',
  },
  summary: 'Get what the caller may do in a workspace, by its grants and settings',
  description:
    'Lets a page offer only what will work: proposing or deciding, whether a rejection needs a note, the scopes a new key may have, how long deleted assets are kept, sharing links, saving searches, and the languages of texts. The settings themselves are for admins. With asset or collection, deciding and sharing refer to that one.',
  access: {
    scope: 'any',
    inWorkspace: true,
  },
  input: { query: z.object({ asset: z.uuid().optional(), collection: z.uuid().optional() }) },
  output: z.object({ data: Policy }),
  run: async ({ service, db, access, accessTo }, { query: { asset, collection } }) => {
    const on = asset ? await accessTo({ asset }) : collection ? await accessTo({ collection }) : null;
    if (on?.scope === null) throw notFound();
    const workspaceId = on?.workspaceId ?? access.workspaceId;
    const ownScope = access.scope ?? access.scopeInside;
    if (!workspaceId || ownScope === null) {
      const keys = { scopes: [], usual: null };
      const review = { proposes: false, decides: false, noteOnReject: true };
      const searches = { saves: false, deletes: false };
      return { data: { review, keys, trash: { days: 0 }, links: { makes: false }, searches, languages: [] } };
    }
    const most = on ? rankOf(on.scope) : Math.max(rankOf(access.scope), rankOf(access.scopeInside));
    const [{ requireNoteOnReject }, { deletedDays }, limits, languages] = await Promise.all([
      settingIn(service, db, review, { organizationId: null, workspaceId }),
      settingIn(service, db, retention, { organizationId: null, workspaceId }),
      keyScopesIn(service, db, workspaceId),
      languagesIn(service, db, workspaceId),
    ]);
    const { scopes, usual } = keyScopesOf(limits, ownScope);
    // With access to parts only, abilities are only known per resource.
    const { scope, abilities } = on ?? access;
    const mayBy = (ability: Ability): boolean =>
      rankOf(scope) >= write ? abilities.has(ability) : most >= write;
    const saves = rankOf(access.scope) >= write;
    return {
      data: {
        review: {
          proposes: most >= rankOf('propose'),
          decides: mayBy('approve'),
          noteOnReject: requireNoteOnReject,
        },
        keys: { scopes: [...scopes], usual },
        trash: { days: deletedDays },
        links: { makes: mayBy('share') },
        searches: { saves, deletes: saves && access.abilities.has('delete') },
        languages: [...languages],
      },
    };
  },
});
