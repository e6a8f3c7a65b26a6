import type { Reply } from '../../../../contract/endpoint.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { useAct } from '../../../api.ts'
import type { RequestRow } from '../../../parts/requestWords.ts'
import { toast } from '../../../ui/toast.ts'

type Claimed = Reply<typeof requestApi.requestClaim>
type Named = Pick<RequestRow, 'id' | 'reference'>

/** "2 requests claimed." and, for the rest, who holds them. */
export function claimWords(
  { claimed, taken }: Claimed,
  rows: readonly Named[],
): { kind: 'success' | 'warning'; text: string } {
  const referenceOf = (id: string): string => rows.find(row => row.id === id)?.reference ?? 'a request'
  const first = claimed[0]
  const got =
    claimed.length === 1 && first ? `${referenceOf(first)} claimed.` : `${claimed.length} requests claimed.`
  if (taken.length === 0) return { kind: 'success', text: got }
  const missed = taken.map(({ id, by }) => `${referenceOf(id)} (${by})`).join(', ')
  return { kind: 'warning', text: `${claimed.length > 0 ? `${got} ` : ''}Not claimed: ${missed}.` }
}

/** Claims and releases requests. Each toast offers the opposite as undo. */
export function useClaims(rows: readonly Named[]) {
  const claiming = useAct(requestApi.requestClaim)
  const releasing = useAct(requestApi.requestRelease)
  const refused = ({ message }: Error): void => toast('error', message)
  // a promise, not a callback, because undo may be used after the page was left
  const claim = (ids: string[], onDone?: () => void): void =>
    void claiming.mutateAsync({ ids }).then(answer => {
      const { kind, text } = claimWords(answer, rows)
      toast(kind, text, answer.claimed.length > 0 ? { undo: () => release(answer.claimed) } : {})
      onDone?.()
    }, refused)
  const release = (ids: string[], onDone?: () => void): void =>
    void releasing.mutateAsync({ ids }).then(() => {
      const text = ids.length === 1 ? 'Request released.' : `${ids.length} requests released.`
      toast('success', text, { undo: () => claim(ids) })
      onDone?.()
    }, refused)
  /** Releases another user's claim. Without undo, because claiming would not restore it. */
  const free = (id: string): void =>
    void releasing.mutateAsync({ ids: [id] }).then(() => toast('success', 'Request released.'), refused)
  return { claim, release, free, pending: claiming.isPending || releasing.isPending }
}
