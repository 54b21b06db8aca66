// What can be called: each is a route, part of the OpenAPI document and, with `agent`, a tool.
import {
  ApiError,
  defineOperation,
  invalid,
  NoteToReviewer,
  Proposal,
  proposalOf,
  proposeKind,
  visibleIds,
  z,
} from 'marque/extend';
import { assetForCampaign } from './asset-for-campaign.ts';
import { campaign, Campaign } from './campaign.ts';
import { checkJob } from './warn-of-expiry.ts';

const path = z.object({ id: z.uuid() });
const OneCampaign = z.object({ data: Campaign });
const shown = (stored: unknown): Campaign => Campaign.parse({ private: false, ...(stored as object) });

export const listCampaigns = defineOperation({
  name: 'list_campaigns',
  http: { route: 'GET /api/v1/campaigns', tag: 'campaigns' },
  summary: 'List the campaigns of the workspace that you can read, by name',
  access: { scope: 'read', within: true },
  output: z.object({ data: z.array(Campaign) }),
  agent: { title: 'List campaigns', readOnly: true },
  run: async (context) => {
    const found = await campaign.find(context.service.payload, await visibleIds(campaign, context));
    return { data: found.map(shown) };
  },
});

export const getCampaign = defineOperation({
  name: 'get_campaign',
  http: { route: 'GET /api/v1/campaigns/{id}', tag: 'campaigns' },
  summary: 'Get a campaign',
  access: { scope: 'read', target: campaign.byPath() },
  input: { path },
  output: OneCampaign,
  run: async ({ service }, { path: { id } }) => {
    const [found] = await campaign.find(service.payload, [id]);
    if (!found) throw new ApiError('not_found', 'This campaign was just deleted.');
    return { data: shown(found) };
  },
});

export const planCampaign = defineOperation({
  name: 'plan_campaign',
  http: { route: 'POST /api/v1/campaigns', tag: 'campaigns', status: 201 },
  summary: 'Plan a campaign with the assets it uses',
  access: { scope: 'write' },
  input: {
    body: Campaign.pick({ name: true, starts: true, ends: true })
      .extend({ assets: z.array(z.uuid()).max(500).default([]), private: z.boolean().default(false) })
      .strict()
      .refine(({ starts, ends }) => starts <= ends, { path: ['ends'], message: 'Is before starts.' }),
  },
  output: OneCampaign,
  errors: ['invalid'],
  agent: {
    title: 'Plan a campaign',
    description: 'Creates a campaign with the assets it uses. Find them with list_assets first.',
  },
  run: async ({ service, req, db, access, accessTo }, { body }) => {
    for (const [at, asset] of body.assets.entries())
      if ((await accessTo({ asset })).scope === null)
        throw invalid([{ path: `assets[${at}]`, message: 'Not an asset that you can read.' }]);
    const made = await campaign.create(req, access.workspaceId ?? '', body);
    // Queued in this transaction: there is no job if the campaign isn't made, and no campaign without its job.
    await service.jobs.send(checkJob, { campaign: made.id, workspaceId: access.workspaceId }, db);
    return { data: shown(made) };
  },
});

export const proposeCampaignAsset = defineOperation({
  name: 'propose_campaign_asset',
  http: { route: 'POST /api/v1/campaigns/{id}/proposed-assets', tag: 'campaigns', status: 201 },
  summary: 'Propose an asset for a campaign; a person decides',
  access: { scope: 'propose', target: campaign.byPath() },
  input: { path, body: z.strictObject({ asset: z.uuid(), note: NoteToReviewer }) },
  output: z.object({ data: Proposal }),
  errors: ['invalid', 'rate_limited'],
  agent: { title: 'Propose an asset for a campaign', idempotent: true },
  run: async (context, { body: { asset, note } }) => {
    if ((await context.accessTo({ asset })).scope === null)
      throw invalid([{ path: 'asset', message: 'No asset with this ID that you can read.' }]);
    const id = await proposeKind(context, assetForCampaign, { value: { asset }, note });
    return { data: await proposalOf(context.db, id) };
  },
});
