// run(operation, request): the only way to call an operation. In this order: identify the caller (401), load the target (404), check
// the scope (403), validate the input (400), run `prepare` without a transaction, then `run`, in a transaction if it writes.
import { Answer, type AnyOperation, type RequestFacts } from '../operation.ts';
import { blameFor } from '../failures.ts';
import { moduleOf, type Service } from '../service.ts';
import { stopIfCanceled } from './cancellation.ts';
import { admit, type Incoming } from './check-access.ts';
import { answerOf, malformed } from './error-response.ts';
import { execute } from './execute.ts';
import { checkedInput, JsonBody, unstorableText, type RawInput } from './input.ts';
import { ignoredHeader, unknownParameters } from './unknown-parameters.ts';

/** Runs an operation and returns the response, including errors. Never throws. */
export async function run(
  service: Service,
  operation: AnyOperation,
  raw: RawInput,
  facts: RequestFacts,
): Promise<Answer> {
  const module = moduleOf(service, operation);
  const noted = { module, during: 'call', name: operation.name } as const;
  try {
    const answer = await perform({ service, operation, raw, facts, body: new JsonBody(facts) });
    // A replayed answer can be an old failure; it says nothing about now.
    if (answer.status < 400) service.failures.recovered(noted);
    return answer;
  } catch (error) {
    const failed = blameFor(error) ?? noted;
    const answer = answerOf(error, service.log, { operation: operation.name, module: failed.module });
    if (answer.status === 500) service.failures.note(failed);
    return answer;
  }
}

async function perform(incoming: Incoming): Promise<Answer> {
  const { operation, raw, facts, body } = incoming;
  stopIfCanceled(facts);
  const admitted = await admit(incoming);
  stopIfCanceled(facts);
  const input = await checkedInput(operation, raw, facts, body);
  if (!admitted.valuesFit) throw malformed([{ path: '', message: unstorableText }]);
  if (operation.access.targetInBody && admitted.target === null)
    throw malformed([{ path: '', message: "The body doesn't say what to act on." }]);
  const answer = await execute(incoming, admitted, input);
  const { ignored } = unknownParameters(operation, Object.keys(raw.queries), facts);
  return ignored.length === 0
    ? answer
    : new Answer(answer.status, answer.body, { ...answer.headers, 'marque-ignored': ignoredHeader(ignored) });
}
