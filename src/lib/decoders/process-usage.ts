// The memory and processor time of a process: from /proc if there is one, otherwise memory from `ps` and no processor time.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isLinux = process.platform === 'linux';
/** Linux counts processor time for programs in hundredths of a second, whatever the kernel ticks at. */
const ticksPerSecond = 100;

/** Resident memory in bytes; 0 for a process that is gone. */
export async function memoryOf(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  if (isLinux) {
    // Synchronous on purpose: it never touches a disk, and asynchronous reads would wait for threads that may all be busy.
    return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(procFile(pid, 'status'))?.[1] ?? 0);
  }
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) => {
      resolve(error ? 0 : 1024 * (Number(stdout.trim()) || 0));
    });
  });
}

/** Seconds of processor time that a process has used; null if unknown. */
export function cpuSecondsOf(pid: number | undefined): number | null {
  if (pid === undefined || !isLinux) return null;
  const stat = procFile(pid, 'stat');
  // The second field is a name in brackets, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isFinite(ticks) ? ticks / ticksPerSecond : null;
}

function procFile(pid: number, name: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    return '';
  }
}
