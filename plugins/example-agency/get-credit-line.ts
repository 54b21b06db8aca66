// An operation: a route of its own, and with `tool` something that agents can do. Who may call it is asked before `run` is.
import { defineOperation, ApiError, settingIn, z } from 'marque/extend';
import { agencySetting } from './setting.ts';

/** What a client may leave empty has no place in the line. */
const Said = z.object({ creator: z.string().optional(), copyright: z.string().optional() });

function creditLine({ creator, copyright }: z.output<typeof Said>, house: string | null): string {
  const names = [creator ?? copyright?.replace(/^(?:©|\(c\))\s*/i, ''), house].filter(Boolean);
  return names.length > 0 ? `© ${names.join(' / ')}` : '';
}

export const getCreditLine = defineOperation({
  name: 'get_credit_line',
  route: 'GET /api/v1/agency/assets/{id}/credit-line',
  tag: 'agency',
  summary: 'The credit line that is printed beside an asset',
  scope: 'read',
  // The asset is looked up as this caller may read it: any other is a 404 before `run`.
  target: ({ path }) => ({ asset: path.id ?? '' }),
  input: { path: z.object({ id: z.uuid() }) },
  output: z.object({ data: z.object({ line: z.string().describe('Empty where nobody is to be named') }) }),
  tool: {
    title: 'Get the credit line of an asset',
    description:
      'Gives the credit line to print beside an asset, the maker and the agency, as its client wants it. Use it whenever you place an asset where people see it.',
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
    if (!asset) throw new ApiError('not_found', 'This asset has just been deleted.');
    const { house } = await settingIn(service, agencySetting, access);
    return { data: { line: creditLine(Said.parse(asset.metadata ?? {}), house) } };
  },
});
