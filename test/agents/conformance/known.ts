// Checks that Marque can't pass, each with its reason. A check that fails without a row fails the run, and so does a row whose check passes.

/** What a scenario needs that is made for the suite, or that Marque doesn't offer. */
export interface Reason {
  title: string;
  text: string;
  /** Names of checks, for each version that has them. */
  checks: readonly string[];
}

export const reasons: readonly Reason[] = [
  {
    title: "Tools, prompts and resources of the suite's own",
    text: "The suite calls tools such as `test_simple_text`, and reads `test://static-text`. They exist in servers that were made to test an SDK. Marque's own tools, prompts and resources are tested in both versions by `test/agents`.",
    checks: [
      'tools-call-simple-text',
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'tools-call-with-logging',
      'tools-call-error',
      'tools-call-with-progress',
      'resources-read-text',
      'resources-read-binary',
      'resources-templates-read',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-server-no-log-without-loglevel',
    ],
  },
  {
    title: 'Questions to the client',
    text: "Marque never asks a client's model or its user for anything in the middle of a call, so it has no tool that could: a person decides in the review queue.",
    checks: [
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-general',
      'elicitation-sep1330-general',
      'sep-2322-elicitation-incomplete',
      'sep-2322-sampling-incomplete',
      'sep-2322-list-roots-incomplete',
      'sep-2322-request-state-incomplete',
      'sep-2322-multiple-inputs-incomplete',
      'sep-2322-multi-round-r1',
      'sep-2322-non-tool-incomplete',
      'sep-2322-result-type-included',
      'sep-2322-reject-tampered-state',
      'sep-2322-respect-client-capabilities',
    ],
  },
  {
    title: 'Subscriptions of 2025-11-25',
    text: "They need a session with an open stream. Marque is stateless, so it doesn't declare `resources.subscribe` in this version; the suite doesn't look at what a server declares. In 2026-07-28 `subscriptions/listen` works.",
    checks: ['resources-subscribe', 'resources-unsubscribe'],
  },
];
