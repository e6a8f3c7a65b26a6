import { readdirSync, readFileSync } from 'node:fs'

/** The processes of the cluster, which outlive the one that started them. */

type Process = { pid: number; machine: string; service: string; program: string; isPostmaster: boolean }

/**
 * All of the cluster, or of one machine or service: by the mark in their surroundings, or in
 * those of an ancestor, because PostgreSQL's own processes write over theirs.
 */
export function processes(machine?: string, service?: string): Process[] {
  type Seen = { parent: number; mark: RegExpExecArray | null }
  const seen = new Map<number, Seen>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = textOf(`/proc/${name}/status`)
    // one that has ended and is not yet fetched by its parent is none
    if (status === '' || /^State:\s+Z/m.test(status)) continue
    const surroundings = textOf(`/proc/${name}/environ`)
    const mark = /(?:^|\0)IROKO_CLUSTER=(\w+) (\w+)/.exec(surroundings)
    seen.set(Number(name), { parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), mark })
  }
  const markOf = (pid: number): RegExpExecArray | undefined => {
    const found = seen.get(pid)
    return found && (found.mark ?? markOf(found.parent))
  }
  const all: Process[] = []
  for (const pid of seen.keys()) {
    const mark = markOf(pid)
    if (!mark || (machine && mark[1] !== machine) || (service && mark[2] !== service)) continue
    const program = textOf(`/proc/${pid}/comm`).trim()
    const isPostmaster = program === 'postgres' && seen.get(pid)?.mark != null
    all.push({ pid, machine: mark[1] ?? '', service: mark[2] ?? '', program, isPostmaster })
  }
  return all
}

/** At once: waiting for each of a thousand files takes minutes where many processes wait for a processor. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // it has ended since
    return ''
  }
}

/** Sends a signal to every process of a service, or to Patroni alone, whose PostgreSQL goes on. */
export function strike(
  machine: string,
  service: string,
  kind: NodeJS.Signals,
  which: 'all' | 'daemon' = 'all',
): void {
  for (const { pid, program } of processes(machine, service))
    if (which === 'all' || program !== 'postgres') signal(pid, kind)
}

export function signal(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind)
  } catch {
    // it ended by itself
  }
}
