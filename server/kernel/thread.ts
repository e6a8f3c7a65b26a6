import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a file as a thread. It lies beside its caller: beside the bundle, or in the source, as in tests, where the thread has
 * to learn TypeScript first.
 */
export function startThread(name: string, caller: string, options: WorkerOptions): Worker {
  const isSource = caller.endsWith('.ts')
  const { href } = new URL(`./${name}.${isSource ? 'ts' : 'js'}`, caller)
  const entry = isSource
    ? `import('tsx/esm/api').then(tsx => tsx.register() && import('${href}'))`
    : new URL(href)
  // what is preloaded into the program concerns the process
  return new Worker(entry, { ...options, eval: isSource, execArgv: [] })
}
