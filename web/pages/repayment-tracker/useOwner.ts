import { repaymentApi } from '../../../contract/repayments.ts'
import { useAct } from '../../api.ts'
import { useCurrentUser } from '../../parts/currentUser.ts'
import type { SuspenseItem } from '../../parts/repayments/repaymentWords.ts'
import { toast } from '../../ui/toast.ts'

type Owned = Pick<SuspenseItem, 'id' | 'ownerId'>

/** Gives a sum in suspense to somebody or to nobody; who had it before gets it back with an undo. */
export function useOwner() {
  const assign = useAct(repaymentApi.suspenseAssign)
  const { id: me } = useCurrentUser()
  const wordsFor = ({ ownerId, ownerName }: SuspenseItem): string => {
    if (ownerId === null) return 'Nobody owns it now.'
    return ownerId === me ? 'It is yours now.' : `${ownerName} owns it now.`
  }
  // a promise, not a callback: who undoes it may have left the page meanwhile, and is told all the same
  const give = async ({ id, ownerId: before }: Owned, ownerId: string | null): Promise<void> =>
    announce(await assign.mutateAsync({ id, ownerId }), before)
  const announce = (item: SuspenseItem, before: string | null): void =>
    toast('success', wordsFor(item), { undo: () => giveOrSayWhyNot(item, before) })
  const giveOrSayWhyNot = (item: Owned, ownerId: string | null): void =>
    void give(item, ownerId).catch(({ message }: Error) => toast('error', message))
  return { announce, giveOrSayWhyNot, isPending: assign.isPending }
}
