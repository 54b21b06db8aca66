import { z } from 'zod';
import { arriveByForm, arriveByToken, arriveByUrl, type Arrived } from '../../src/assets/ingest/arrivals.ts';
import { fileAsset } from '../../src/assets/ingest/file-asset.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { Asset, NewAssetMeta } from '../../src/assets/schemas.ts';
import { spendTicket } from '../../src/assets/ingest/tickets.ts';
import { issuesOf, malformed } from '../../src/core/pipeline/error-response.ts';
import { unstorable } from '../../src/core/pipeline/input.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { proposalOf } from '../../src/proposals/queries.ts';
import { Proposal } from '../../src/proposals/schemas.ts';
import { ApiError } from '../../src/core/errors.ts';
import { duplicateModes, notAppliedToNew, resend } from '../../src/review/resend.ts';

const Meta = NewAssetMeta.extend({
  onDuplicate: z
    .enum(duplicateModes)
    .default('ignore')
    .describe(
      'What becomes of what you send with bytes that are here already. ignore: it is listed in notApplied. propose: what differs becomes proposals, and a rejected asset is proposed again',
    ),
});
type Meta = z.output<typeof Meta>;

const Body = Meta.extend({
  token: z.string().max(100).optional().describe('Of create_upload, once the bytes are sent'),
  url: z.string().max(4000).optional().describe('A public http(s) address to fetch the file from'),
  filename: z.string().trim().min(1).max(255).optional(),
  mime: z.string().trim().min(1).max(200).optional(),
}).refine(({ token, url }) => (token === undefined) !== (url === undefined), {
  message: 'Send either the token of an upload or a url.',
  path: ['token'],
});

/** `sentFilename` is null where the name was only derived from an address. */
type Filed = Arrived & { meta: Meta; sentFilename: string | null };

const Output = z.object({
  data: Asset,
  deduped: z.boolean(),
  notApplied: z
    .array(z.object({ field: z.string(), sent: z.unknown(), current: z.unknown() }))
    .optional()
    .describe('What was sent and is otherwise on the asset. Always there with deduped: true'),
  proposals: z
    .array(Proposal)
    .optional()
    .describe('What became of the rest, with onDuplicate: propose. Always there with deduped: true'),
});

export const createAsset = defineOperation({
  name: 'create_asset',
  route: 'POST /api/v1/assets',
  tag: 'assets',
  summary: 'File a file as an asset: by upload token, by url, or as multipart/form-data',
  description:
    'Without write the asset is proposed and waits for a person. Bytes that are in the workspace already, and that you may read, are answered with the asset that is there and deduped: true; onDuplicate decides what becomes of what came with them.',
  scope: 'propose',
  within: true,
  input: { body: Body },
  streams: ['multipart/form-data'],
  output: Output,
  status: 201,
  also: { 200: 'These bytes are here already: the asset as it is' },
  errors: ['gone', 'conflict', 'too_large', 'unsupported', 'invalid', 'rate_limited', 'unavailable'],
  tool: [
    {
      name: 'ingest_asset',
      title: 'Bring in a file by its address',
      description:
        'Fetches a file from a public http(s) address and files it as an asset. Say where it comes from: origin, and generator and prompt for a picture that was generated. With propose it waits for a person; note tells them why. Bytes that are here already are answered with their asset, and what you sent with them is proposed as a change of it (proposals, notApplied). Use create_upload when the file has no public address.',
      defaults: { onDuplicate: 'propose' },
      without: ['token', 'mime'],
      needs: ['url'],
      openWorld: true,
    },
    {
      name: 'finish_upload',
      title: 'File an upload',
      description:
        'Files what was sent to the uploadUrl of create_upload as an asset, by its token. Say where it comes from: origin, and generator and prompt for a picture that was generated. With propose it waits for a person; note tells them why. Bytes that are here already are answered with their asset, and what you sent with them is proposed as a change of it (proposals, notApplied).',
      defaults: { onDuplicate: 'propose' },
      without: ['url'],
      needs: ['token'],
    },
  ],
  prepare: async (context, { body }): Promise<Filed> => {
    // A multipart body comes unread: `body` is then undefined.
    const given = body as z.output<typeof Body> | undefined;
    if (!given) {
      const arrived = await arriveByForm(context, (meta) => {
        const parsed = Meta.safeParse(meta);
        const issues = parsed.success ? unstorable(meta) : issuesOf(parsed.error);
        if (!parsed.success || issues.length > 0)
          throw malformed(
            issues.map((issue) => ({ ...issue, path: issue.path ? `meta.${issue.path}` : 'meta' })),
          );
        return parsed.data;
      });
      return { ...arrived, sentFilename: arrived.arrival.filename };
    }
    const { token, url, filename, mime, ...meta } = given;
    const arrived =
      token !== undefined
        ? await arriveByToken(context, token, { filename, mime })
        : await arriveByUrl(context, url ?? '', filename);
    const isNamed = token !== undefined || filename !== undefined;
    return { ...arrived, meta, sentFilename: isNamed ? arrived.arrival.filename : null };
  },
  run: async (context, _, { arrival, ticket, meta: { onDuplicate, ...meta }, sentFilename }) => {
    const { service, db, req, caller, access, accessTo } = context;
    if (ticket) {
      if (ticket.workspaceId !== access.workspaceId)
        throw new ApiError('gone', 'This upload was opened for another workspace.');
      await spendTicket(db, ticket.id, arrival.sha256);
    }
    const { id, deduped } = await fileAsset({ service, db, req, caller, access, accessTo }, arrival, meta);
    if (!deduped) {
      const data = await assetSeenBy(db, caller, id);
      const notApplied = notAppliedToNew(data, meta);
      return Answer.json(201, { data, deduped, ...(notApplied.length > 0 ? { notApplied } : {}) });
    }
    const { notApplied, proposals } = await resend({ req, db, caller, accessTo }, id, {
      meta,
      filename: sentFilename,
      mode: onDuplicate,
    });
    const waiting: Proposal[] = [];
    for (const one of proposals) waiting.push(await proposalOf(db, one));
    return Answer.json(200, {
      data: await assetSeenBy(db, caller, id),
      deduped,
      notApplied,
      proposals: waiting,
    });
  },
});
