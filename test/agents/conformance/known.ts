// Checks that Marque can't pass, each with its reason. A check that fails without a row fails the run, and so does a row whose check passes.

/** What a scenario needs that Marque doesn't have. */
export interface Reason {
  title: string;
  text: string;
  /** Names of checks, for each version that has them. */
  checks: readonly string[];
}

export const reasons: readonly Reason[] = [
  {
    title: 'Kinds of content',
    text: "Results of Marque's tools are text and pictures, and its prompts are text. No tool answers with sound or with a resource inside its result: a file is given as an address, since its bytes would cost the model more than they say. A picture that is a resource comes second in it, after the record of its asset, and the suite looks at the first content only.",
    checks: [
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'resources-read-binary',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
    ],
  },
  {
    title: 'Arguments repeated in a prompt',
    text: "The suite looks for the values `testValue1` and `testValue2` in the text of a prompt. Arguments of Marque's prompts are names: of a brand, a context, a collection or a field. Values like these are refused, so that nobody can put a text of their own into a prompt.",
    checks: ['prompts-get-with-args'],
  },
  {
    title: 'Logs to the client',
    text: "Marque sends no log messages to clients: its log is the operator's. What a call does is told as progress, and 2026-07-28 deprecates logging.",
    checks: ['tools-call-with-logging'],
  },
  {
    title: 'Questions to the client',
    text: "Marque never asks a client's model or its user for anything in the middle of a call, so it has no tool that could, and none that needs a client's capability to sample or elicit: a person decides in the review queue.",
    checks: [
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-general',
      'elicitation-sep1330-general',
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
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
