// An operation: its own route, and with `tool` also an agent's tool. Access is checked before `run`.
import { defineOperation, ApiError, settingIn, z } from 'marque/extend';
import { agencySetting } from './setting.ts';

/** Metadata that clients can leave empty. */
const Said = z.object({ creator: z.string().optional(), copyright: z.string().optional() });

function creditLine({ creator, copyright }: z.output<typeof Said>, house: string | null): string {
  const names = [creator ?? copyright?.replace(/^(?:©|\(c\))\s*/i, ''), house].filter(Boolean);
  return names.length > 0 ? `© ${names.join(' / ')}` : '';
}

export const getCreditLine = defineOperation({
  name: 'get_credit_line',
  http: {
    route: 'GET /api/v1/agency/assets/{id}/credit-line',
    tag: 'agency',
  },
  summary: 'Get the credit line of an asset',
  access: {
    scope: 'read',
    // The asset must be readable by the caller: otherwise it's a 404 before `run`.
    target: ({ path }) => ({ asset: path.id ?? '' }),
  },
  input: { path: z.object({ id: z.uuid() }) },
  output: z.object({ data: z.object({ line: z.string().describe('Empty if there is no one to credit') }) }),
  agent: {
    title: 'Get the credit line of an asset',
    description:
      'Returns the credit line to print beside an asset: the creator and the agency. Use it whenever you place an asset where people see it.',
    readOnly: true,
  },
  run: async ({ service, access }, { path }) => {
    const asset = await service.payload.findByID({
      collection: 'assets',
      id: path.id,
      depth: 0,
      select: { metadata: true },
      disableErrors: true,
    });
    if (!asset) throw new ApiError('not_found', 'This asset was just deleted.');
    const { house } = await settingIn(service, agencySetting, access);
    return { data: { line: creditLine(Said.parse(asset.metadata ?? {}), house) } };
  },
});
