// What the suite found, as the page docs/agents/conformance.md.
import { reasons } from './known.ts';

export interface Check {
  id: string;
  status: string;
  errorMessage?: string;
}

export interface Scenario {
  name: string;
  checks: readonly Check[];
  /** Why the suite doesn't count it for this version. */
  uncounted?: string;
}

export interface VersionResult {
  version: string;
  scenarios: readonly Scenario[];
}

const reasonOf = new Map(reasons.flatMap((reason) => reason.checks.map((id) => [id, reason])));

const failing = ({ checks }: Scenario): Check[] => checks.filter(({ status }) => status === 'FAILURE');

/** What makes the run fail: checks without a reason, and reasons without a failing check. */
export function complaints(results: readonly VersionResult[]): string[] {
  const scored = results.flatMap(({ version, scenarios }) =>
    scenarios
      .filter(({ uncounted }) => uncounted === undefined)
      .flatMap((scenario) => failing(scenario).map((check) => ({ version, scenario: scenario.name, check }))),
  );
  const failed = new Set(scored.map(({ check }) => check.id));
  return [
    ...scored
      .filter(({ check }) => !reasonOf.has(check.id))
      .map(
        ({ version, scenario, check }) =>
          `${version} ${scenario}: ${check.id} failed: ${check.errorMessage ?? ''}`,
      ),
    ...[...reasonOf.keys()]
      .filter((id) => !failed.has(id))
      .map((id) => `${id} doesn't fail: remove its row.`),
  ];
}

function rowOf(scenario: Scenario): string {
  const { name, checks, uncounted } = scenario;
  const failed = failing(scenario);
  const reason = failed.map(({ id }) => reasonOf.get(id)?.title).find((title) => title !== undefined);
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  if (uncounted !== undefined) return `| \`${name}\` | not counted by the suite: ${uncounted} |`;
  if (failed.length === 0) return `| \`${name}\` | ${passed === 0 ? 'nothing to check' : 'passes'} |`;
  return `| \`${name}\` | ${passed > 1 ? 'passes, but for: ' : "doesn't apply: "}${reason ?? 'fails'} |`;
}

/** @param suite its name and version */
export function pageOf(results: readonly VersionResult[], suite: string): string {
  return `# Conformance

What \`${suite}\`, the protocol's own suite, finds when it talks to Marque in both generations of MCP. \`npm run conformance\` runs it and writes this page; CI runs it and fails if a check fails that isn't explained here.

The suite calls tools, resources and prompts that are made for it. Where Marque has one of its own that does the same, the run sends the call there: \`test_image_content\` to \`view_assets\`, \`test_tool_with_progress\` to \`ingest_asset\` with a file that arrives slowly, \`test://static-text\` to the rules of a brand. [stand-ins.ts](../../test/agents/conformance/stand-ins.ts) has them all. What is left can't apply to Marque:

${reasons.map(({ title, text }) => `- **${title}.** ${text}`).join('\n')}
${results
  .map(
    ({ version, scenarios }) => `
## ${version}

| Scenario | Result |
|---|---|
${scenarios.map(rowOf).join('\n')}
`,
  )
  .join('')}`;
}
