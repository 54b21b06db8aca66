// How the command that is running was called, for what it says about itself.
import path from 'node:path';

/** True: by a script of this repository; false: as `marque` in an app that installs the package. */
export const isOwnScript = (): boolean => path.basename(process.argv[1] ?? '') === 'start.mjs';

/** What to type, before the arguments. @param quiet in this repository, only the command's own output is printed */
export function commandLine(name: string, quiet = false): string {
  if (!isOwnScript()) return `npx marque ${name}`;
  return `npm run ${quiet ? '--silent ' : ''}${name} --`;
}
