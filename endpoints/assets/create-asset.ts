import { z } from 'zod';
import { arriveByForm, arriveByToken, arriveByUrl, type Arrived } from '../../src/assets/arrivals.ts';
import { fileAsset } from '../../src/assets/file-asset.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { Asset, NewAssetMeta } from '../../src/assets/schemas.ts';
import { spendTicket } from '../../src/assets/tickets.ts';
import { issuesOf, malformed } from '../../src/doors/errors.ts';
import { unstorable } from '../../src/doors/input.ts';
import { Answer, defineOperation } from '../../src/operation.ts';
import { Refusal } from '../../src/refusal.ts';

const Body = NewAssetMeta.extend({
  token: z.string().max(100).optional().describe('Of create_upload, once the bytes are sent'),
  url: z.string().max(4000).optional().describe('A public http(s) address to fetch the file from'),
  filename: z.string().trim().min(1).max(255).optional(),
  mime: z.string().trim().min(1).max(200).optional(),
}).refine(({ token, url }) => (token === undefined) !== (url === undefined), {
  message: 'Send either the token of an upload or a url.',
  path: ['token'],
});

type Filed = Arrived & { meta: NewAssetMeta };

export const createAsset = defineOperation({
  name: 'create_asset',
  route: 'POST /api/v1/assets',
  tag: 'assets',
  summary: 'File a file as an asset: by upload token, by url, or as multipart/form-data',
  description:
    'Without write the asset is proposed and waits for a person. Bytes that are in the workspace already, and that you may read, are answered with the asset that is there and deduped: true.',
  scope: 'propose',
  within: true,
  input: { body: Body },
  streams: ['multipart/form-data'],
  output: z.object({ data: Asset, deduped: z.boolean() }),
  status: 201,
  also: { 200: 'These bytes are here already: the asset as it is' },
  refuses: ['gone', 'conflict', 'too_large', 'unsupported', 'invalid', 'unavailable'],
  tool: [
    {
      name: 'ingest_asset',
      title: 'Bring in a file by its address',
      description:
        'Fetches a file from a public http(s) address and files it as an asset. Say where it comes from: origin, and generator and prompt for a picture that was generated. With propose it waits for a person; note tells them why. Use create_upload when the file has no public address.',
      without: ['token', 'mime'],
      needs: ['url'],
      openWorld: true,
    },
    {
      name: 'finish_upload',
      title: 'File an upload',
      description:
        'Files what was sent to the uploadUrl of create_upload as an asset, by its token. Say where it comes from: origin, and generator and prompt for a picture that was generated. With propose it waits for a person; note tells them why.',
      without: ['url'],
      needs: ['token'],
    },
  ],
  stage: async (context, { body }): Promise<Filed> => {
    // A multipart body comes unread: `body` is then undefined.
    const given = body as z.output<typeof Body> | undefined;
    if (!given) {
      return arriveByForm(context, (meta) => {
        const parsed = NewAssetMeta.safeParse(meta);
        const issues = parsed.success ? unstorable(meta) : issuesOf(parsed.error);
        if (!parsed.success || issues.length > 0)
          throw malformed(
            issues.map((issue) => ({ ...issue, path: issue.path ? `meta.${issue.path}` : 'meta' })),
          );
        return parsed.data;
      });
    }
    const { token, url, filename, mime, ...meta } = given;
    const arrived =
      token !== undefined
        ? await arriveByToken(context, token, { filename, mime })
        : await arriveByUrl(context, url ?? '', filename);
    return { ...arrived, meta };
  },
  run: async ({ service, db, req, caller, access, reach }, _, { arrival, ticket, meta }) => {
    if (ticket) {
      if (ticket.workspaceId !== access.workspaceId)
        throw new Refusal('gone', 'This upload was opened for another workspace.');
      await spendTicket(db, ticket.id, arrival.sha256);
    }
    const { id, deduped } = await fileAsset({ service, db, req, caller, access, reach }, arrival, meta);
    return Answer.json(deduped ? 200 : 201, { data: await assetSeenBy(db, caller, id), deduped });
  },
});
