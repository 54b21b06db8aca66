// Custom domains as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';

/** What can have custom domains. */
export const domainKinds = ['site', 'portal'] as const;
export type DomainKind = (typeof domainKinds)[number];

export const domainStates = ['pending', 'verified', 'failed'] as const;
export type DomainState = (typeof domainStates)[number];

export const domainProblems = ['no_record', 'other_value', 'unreachable', 'taken'] as const;
export type DomainProblem = (typeof domainProblems)[number];

export const Domain = z
  .object({
    id: Id,
    host: z.string().describe('In lower case; international names in ASCII'),
    state: z
      .enum(domainStates)
      .describe(
        'pending: not proven yet. verified: served. failed: was verified, but not any more; not served',
      ),
    problem: z
      .enum(domainProblems)
      .nullable()
      .describe(
        'What the last check found. no_record: neither the TXT record nor the file. other_value: one with another value. unreachable: its DNS servers didn’t answer. taken: verified for another site or portal. null: nothing is wrong, or there was no check yet',
      ),
    url: z.string().describe('Its origin'),
    record: z
      .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .describe('The DNS record that proves the domain; keep it'),
    file: z
      .object({ url: z.string(), content: z.string() })
      .describe('The file that proves it as well, where the domain is served by another server until then'),
    verifiedAt: z.iso.datetime().nullable(),
    checkedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Domain' });
export type Domain = z.infer<typeof Domain>;

export const NewDomain = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .describe('Such as brand.example.com: without a scheme, port or path'),
});
export type NewDomain = z.output<typeof NewDomain>;
