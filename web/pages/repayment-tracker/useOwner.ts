import { repaymentApi } from '../../../contract/repayments.ts'
import { useAct } from '../../api.ts'
import { useCurrentUser } from '../../parts/currentUser.ts'
import type { SuspenseItem } from '../../parts/repayments/repaymentWords.ts'
import { toast } from '../../ui/toast.ts'

type Owned = Pick<SuspenseItem, 'id' | 'ownerId'>

/** Assigns or removes the owner of a suspense item; undo restores the previous owner. */
export function useOwner() {
  const assign = useAct(repaymentApi.suspenseAssign)
  const { id: me } = useCurrentUser()
  const wordsFor = ({ ownerId, ownerName }: SuspenseItem): string => {
    if (ownerId === null) return 'Assigned to no one.'
    return ownerId === me ? 'Assigned to you.' : `Assigned to ${ownerName}.`
  }
  // a promise, not a callback: the page may be closed when the undo is pressed
  const assignTo = async ({ id, ownerId: before }: Owned, ownerId: string | null): Promise<void> =>
    announce(await assign.mutateAsync({ id, ownerId }), before)
  const announce = (item: SuspenseItem, before: string | null): void =>
    toast('success', wordsFor(item), { undo: () => assignOrShowError(item, before) })
  const assignOrShowError = (item: Owned, ownerId: string | null): void =>
    void assignTo(item, ownerId).catch(({ message }: Error) => toast('error', message))
  return { announce, assignOrShowError, isPending: assign.isPending }
}
