import { z } from 'zod';
import { arriveByForm, arriveByToken, arriveByUrl, type Arrived } from '../../src/assets/ingest/arrivals.ts';
import { fileAsset } from '../../src/assets/ingest/file-asset.ts';
import { assetSeenBy } from '../../src/assets/queries.ts';
import { Asset, NewAssetMeta } from '../../src/assets/schemas.ts';
import { spendTicket } from '../../src/assets/ingest/tickets.ts';
import { issuesOf, malformed } from '../../src/core/pipeline/error-response.ts';
import { unstorable } from '../../src/core/pipeline/input.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { proposalOf } from '../../src/review/queries.ts';
import { Proposal } from '../../src/review/schemas.ts';
import { ApiError } from '../../src/core/errors.ts';
import { duplicateModes, notAppliedToNew, resend } from '../../src/review/resend.ts';

const Meta = NewAssetMeta.extend({
  onDuplicate: z
    .enum(duplicateModes)
    .default('ignore')
    .describe(
      'If the file is already here. ignore: lists the metadata you send in notApplied. propose: proposes what differs, and a rejected asset again',
    ),
});
type Meta = z.output<typeof Meta>;

const Body = Meta.extend({
  token: z.string().max(100).optional().describe('From create_upload, once the bytes are sent'),
  url: z.string().max(4000).optional().describe('Public http(s) URL to fetch the file from'),
  filename: z.string().trim().min(1).max(255).optional(),
  mime: z.string().trim().min(1).max(200).optional(),
}).refine(({ token, url }) => (token === undefined) !== (url === undefined), {
  message: 'Send either token or url.',
  path: ['token'],
});

/** `sentFilename` is null if the name was only derived from a URL. */
type Filed = Arrived & { meta: Meta; sentFilename: string | null };

const Output = z.object({
  data: Asset,
  deduped: z.boolean(),
  notApplied: z
    .array(z.object({ field: z.string(), sent: z.unknown(), current: z.unknown() }))
    .optional()
    .describe('Values you sent that differ on the asset. Always present with deduped: true'),
  proposals: z
    .array(Proposal)
    .optional()
    .describe('Proposals made from the rest, with onDuplicate: propose. Always present with deduped: true'),
});

export const createAsset = defineOperation({
  name: 'create_asset',
  http: {
    route: 'POST /api/v1/assets',
    tag: 'assets',
    status: 201,
    also: { 200: 'The file already exists; returns its asset' },
    streams: ['multipart/form-data'],
  },
  summary: 'Create an asset from an upload token, a URL or multipart/form-data',
  description:
    'Without write, the asset is proposed and waits for review. If the workspace already has a file with the same bytes that you can read, that asset is returned with deduped: true; onDuplicate decides what happens to the metadata you sent.',
  access: {
    scope: 'propose',
    within: true,
  },
  input: { body: Body },
  output: Output,
  errors: ['gone', 'conflict', 'too_large', 'unsupported', 'invalid', 'rate_limited', 'unavailable'],
  agent: [
    {
      name: 'ingest_asset',
      title: 'Import a file from a URL',
      description:
        'Creates an asset from a file at a public http(s) URL; create_upload is for files without one. Say where it comes from: origin, plus generator and prompt for a generated image. With the propose scope it waits for review, with your note. If the file already exists, what you sent is proposed as changes to its asset.',
      defaults: { onDuplicate: 'propose' },
      without: ['token', 'mime'],
      needs: ['url'],
      long: {},
      openWorld: true,
    },
    {
      name: 'finish_upload',
      title: 'Finish an upload',
      description:
        'Creates an asset from the file sent to the uploadUrl of create_upload, using its token. As with ingest_asset, say where it comes from; if the file already exists, changes to its asset are proposed.',
      defaults: { onDuplicate: 'propose' },
      without: ['url'],
      needs: ['token'],
    },
  ],
  prepare: async (context, { body }): Promise<Filed> => {
    // `body` is undefined for multipart requests, which are streamed below.
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
        throw new ApiError('gone', 'This upload belongs to another workspace.');
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
