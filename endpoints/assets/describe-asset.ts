import { z } from 'zod';
import { assetsIn, LangParameter } from '../../src/assets/languages/read-language.ts';
import { descriptionQuery, toDescription } from '../../src/assets/queries.ts';
import { rulesOf } from '../../src/assets/delivery/rendition-rules.ts';
import { Description } from '../../src/assets/schemas.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { assetPath, readsAsset } from './schemas.ts';

export const describeAsset = defineOperation({
  name: 'describe_asset',
  http: {
    route: 'GET /api/v1/assets/{id}/description',
    tag: 'assets',
    ignoresUnknown: true,
  },
  summary: 'Describe an asset and how it may be used',
  description:
    'Returns title, credit, tags, effective field values, rights, provenance, what supersedes it, its URLs and the available renditions.',
  access: readsAsset,
  query: descriptionQuery,
  input: { path: assetPath, query: z.object({ lang: LangParameter }) },
  output: Description,
  agent: {
    title: 'Describe an asset',
    description:
      'Describes one asset: title, credit, tags, field values, rights, provenance, whether something supersedes it, and the URLs of its original and renditions. Use it before you use an asset anywhere.',
    readOnly: true,
    without: ['lang'],
  },

  run: async ({ row, service, db }, { query: { lang } }) => {
    const [asset = row.asset] = await assetsIn(service, db, row.asset.workspaceId, [row.asset], lang);
    return toDescription(asset, service.env.serverUrl, rulesOf(row), row.pages);
  },
});
