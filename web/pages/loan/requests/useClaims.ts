import type { Reply } from '../../../../contract/endpoint.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { useAct } from '../../../api.ts'
import type { RequestRow } from '../../../parts/requestWords.ts'
import { toast } from '../../../ui/toast.ts'

type Claimed = Reply<typeof requestApi.requestClaim>
type Named = Pick<RequestRow, 'id' | 'reference'>

/** "2 requests claimed." and, of the rest, who has them. */
export function claimWords(
  { claimed, taken }: Claimed,
  rows: readonly Named[],
): { kind: 'success' | 'warning'; text: string } {
  const referenceOf = (id: string): string => rows.find(row => row.id === id)?.reference ?? 'a request'
  const first = claimed[0]
  const got =
    claimed.length === 1 && first
      ? `${referenceOf(first)} is yours.`
      : `${claimed.length} requests are yours.`
  if (taken.length === 0) return { kind: 'success', text: got }
  const missed = taken.map(({ id, by }) => `${referenceOf(id)} (${by})`).join(', ')
  return { kind: 'warning', text: `${claimed.length > 0 ? `${got} ` : ''}Not claimed: ${missed}.` }
}

/** Taking requests to work on and giving them back, one or many. */
export function useClaims(rows: readonly Named[]) {
  const claiming = useAct(requestApi.requestClaim)
  const releasing = useAct(requestApi.requestRelease)
  const refused = ({ message }: Error): void => toast('error', message)
  return {
    claim: (ids: string[], onDone?: () => void): void =>
      claiming.mutate(
        { ids },
        {
          onSuccess: answer => {
            const { kind, text } = claimWords(answer, rows)
            toast(kind, text)
            onDone?.()
          },
          onError: refused,
        },
      ),
    release: (ids: string[], onDone?: () => void): void =>
      releasing.mutate(
        { ids },
        {
          onSuccess: () => {
            toast(
              'success',
              ids.length === 1 ? 'Released to the queue.' : `${ids.length} released to the queue.`,
            )
            onDone?.()
          },
          onError: refused,
        },
      ),
    pending: claiming.isPending || releasing.isPending,
  }
}
