// What a tool answers: text for the model, framed as data; the plain value only where a program reads it; pictures as images.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ApiError } from '../../src/core/errors.ts';
import type { ToolView } from '../../src/core/tool.ts';
import { envelope } from '../../src/core/pipeline/error-response.ts';
import type { Service } from '../../src/core/service.ts';
import { framed, framedFile } from './framed.ts';
import { toolboxOf, type DrawnTool } from './tools.ts';

export interface Called {
  /** As HTTP would have answered. */
  status: number;
  result: CallToolResult;
}

/** Maximum length of a result, in characters: about 50,000 tokens. */
const maxResult = 200_000;

/** Error messages name operations in backticks; agents know them by their tool names. */
function namingTools(service: Service, text: string): string {
  return text.replace(
    /`([a-z]+(?:_[a-z]+)+)`/g,
    (_, name: string) => `\`${toolboxOf(service).byOperation.get(name) ?? name}\``,
  );
}

interface ErrorBody {
  error?: { code: string; message: string; detail?: { issues?: { path: string; message: string }[] } };
}

/** An error, with tools and arguments by the names that the agent knows. */
export function refused(
  service: Service,
  value: unknown,
  shownNames: ReadonlyMap<string, string> = new Map(),
): CallToolResult {
  const { error } = value as ErrorBody;
  if (!error) return { isError: true, content: [{ type: 'text', text: framed(value) }] };
  const { issues } = error.detail ?? {};
  const named = {
    ...error,
    message: namingTools(service, error.message),
    ...(issues
      ? {
          detail: {
            ...error.detail,
            issues: issues.map(({ path, message }) => ({
              path: shownNames.get(path) ?? path,
              message: namingTools(service, message),
            })),
          },
        }
      : {}),
  };
  return { isError: true, content: [{ type: 'text', text: framed({ error: named }) }] };
}

export function refusal(service: Service, { status, code, message, detail }: ApiError): Called {
  return { status, result: refused(service, envelope(code, message, detail)) };
}

/** A file's text. */
export const asText = (text: string): CallToolResult => ({
  content: [{ type: 'text', text: framedFile(text) }],
});

/** A result, with its pictures in the order of the data. */
export function shown({ value, pictures = [] }: ToolView, outputSchema?: object): CallToolResult {
  return {
    content: [
      { type: 'text', text: framed(value) },
      ...pictures.map(({ mime, bytes }) => ({
        type: 'image' as const,
        mimeType: mime,
        data: Buffer.from(bytes).toString('base64'),
      })),
    ],
    ...(outputSchema ? { structuredContent: value } : {}),
  };
}

/** The result of a read, unless it's longer than a model could use. */
export function limited(
  { hints }: DrawnTool,
  status: number,
  result: CallToolResult,
  service: Service,
): Called {
  const [first] = result.content;
  const length = first?.type === 'text' ? first.text.length : 0;
  if (length <= maxResult || !hints.readOnly) return { status, result };
  const message = `The result is longer than ${maxResult} characters. Request less: use a smaller limit, or fetch single items.`;
  return {
    status: 413,
    result: refused(service, envelope('too_large', message, { maxCharacters: maxResult })),
  };
}
