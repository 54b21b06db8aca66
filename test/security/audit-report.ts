// What `npm audit --json` says, against the exceptions that we explain.
import { z } from 'zod';

/** An advisory that doesn't concern us, or that can't be mended yet. */
export const Exceptions = z.array(
  z.strictObject({
    /** As the report has it: https://github.com/advisories/GHSA-… */
    url: z.url(),
    reason: z.string().min(20),
    /** The last day on which it counts. */
    until: z.iso.date(),
  }),
);
export type Exception = z.infer<typeof Exceptions>[number];

const Advisory = z.object({ url: z.string(), title: z.string(), severity: z.string(), name: z.string() });
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    // A string: the name of the package that has the advisory.
    z.object({ via: z.array(z.union([z.string(), Advisory])) }),
  ),
});
const Unanswered = z.object({ statusCode: z.number() }).or(z.object({ error: z.object({}) }));

/** Null: the registry doesn't answer, so nothing is known. */
export function problemsIn(output: string, exceptions: readonly Exception[], today: string): string[] | null {
  const json: unknown = JSON.parse(output);
  const report = Report.safeParse(json);
  if (!report.success) {
    if (Unanswered.safeParse(json).success) return null;
    throw new Error(`npm audit printed something else: ${output.slice(0, 500)}`);
  }
  const advisories = new Map(
    Object.values(report.data.vulnerabilities)
      .flatMap(({ via }) => via.filter((one) => typeof one !== 'string'))
      .map((one) => [one.url, one]),
  );
  const excepted = new Map(exceptions.map((one) => [one.url, one]));
  const open = [...advisories.values()].flatMap(({ url, name, severity, title }) => {
    const until = excepted.get(url)?.until;
    if (until !== undefined && until >= today) return [];
    const ended = until === undefined ? '' : ` (its exception ended on ${until})`;
    return [`${name}: ${title}, ${severity}, ${url}${ended}`];
  });
  const stale = exceptions
    .filter(({ url }) => !advisories.has(url))
    .map(({ url }) => `${url} is excepted, but nothing here has it any more: remove the exception.`);
  return [...open, ...stale];
}
