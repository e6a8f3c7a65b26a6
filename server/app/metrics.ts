import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** Figures for the operator: of every process that answers at this port, whichever of them is asked. */

type Metrics = object[]
/** Between a process and the one that started it. */
type Message =
  | { metrics: 'wanted of all'; id: number }
  | { metrics: 'wanted'; id: number }
  | { metrics: 'own'; id: number; own: Metrics }
  | { metrics: 'of all'; id: number; all: Metrics[] }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** One that does not answer in this time is left out. */
const SILENCE_MS = 2_000

/** In the process that started the others: asks each of them whenever one wants to know. */
export function gatherMetrics(children: () => readonly Worker[]): void {
  let asked = 0
  const ownOf = (child: Worker): Promise<Metrics[]> =>
    new Promise(resolve => {
      const id = ++asked
      const settle = (own: Metrics[]): void => {
        clearTimeout(silence)
        child.off('message', listen)
        resolve(own)
      }
      const listen = (message: unknown): void => {
        if (isMessage(message) && message.metrics === 'own' && message.id === id) settle([message.own])
      }
      const silence = setTimeout(() => settle([]), SILENCE_MS)
      child.on('message', listen)
      tell(child, { metrics: 'wanted', id })
    })
  cluster.on('message', (child, message: unknown) => {
    if (!isMessage(message) || message.metrics !== 'wanted of all') return
    void Promise.all(children().map(ownOf)).then(all =>
      tell(child, { metrics: 'of all', id: message.id, all: all.flat() }),
    )
  })
}

/** What this process counted, and what those beside it did. */
export function metricsOfAll(register: Registry): () => Promise<string> {
  const { worker } = cluster
  if (!worker) return () => register.metrics()
  const waiting = new Map<number, (all: Metrics[]) => void>()
  let asked = 0
  worker.on('message', (message: unknown) => {
    if (!isMessage(message)) return
    const { id } = message
    if (message.metrics === 'wanted')
      void register.getMetricsAsJSON().then(own => tell(worker, { metrics: 'own', id, own }))
    if (message.metrics === 'of all') {
      waiting.get(id)?.(message.all)
      waiting.delete(id)
    }
  })
  return async () => {
    const all = await new Promise<Metrics[]>(resolve => {
      const id = ++asked
      waiting.set(id, resolve)
      tell(worker, { metrics: 'wanted of all', id })
    })
    return AggregatorRegistry.aggregate(all).metrics()
  }
}

/** To one that may just have ended. */
function tell(child: Worker, message: Message): void {
  if (child.isConnected()) child.send(message, () => {})
}
