// Reads `.env` files as Next does, with its own reader: whatever is decided by the environment before Next starts must not change when it
// does.
import { createRequire } from 'node:module';

/** The part of `@next/env` that is used. It comes with Next, and isn't hoisted everywhere: found from there. */
interface NextEnv {
  loadEnvConfig(folder: string, isDevelopment: boolean): unknown;
  updateInitialEnv(variables: Record<string, string>): void;
}

let known: NextEnv | undefined;

function nextEnv(): NextEnv {
  const next = createRequire(import.meta.url).resolve('next/package.json');
  return (known ??= createRequire(next)('@next/env') as NextEnv);
}

/**
 * Loads `.env.production.local`, `.env.local`, `.env.production` and `.env` of a folder, the first that has a variable counts; with
 * `NODE_ENV=development`, the files of `development` instead. What the environment has takes precedence.
 */
export function loadEnvFiles(folder = process.cwd()): void {
  nextEnv().loadEnvConfig(folder, process.env.NODE_ENV === 'development');
}

/** Sets variables for this process. `next dev` sets all others anew when one of the files changes. */
export function setVariables(variables: Record<string, string>): void {
  Object.assign(process.env, variables);
  nextEnv().updateInitialEnv(variables);
}
