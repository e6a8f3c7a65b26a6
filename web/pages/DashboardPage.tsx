import { ApprovalsList, useApprovals } from '../parts/ApprovalsList.tsx'
import { useCurrentUser, useMay } from '../parts/currentUser.ts'
import { CardSkeleton } from '../ui/Card.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'

export default function DashboardPage() {
  const user = useCurrentUser()
  const mayDecide = useMay('approval.decide')
  const toDecide = useApprovals('toDecide', mayDecide)
  const mine = useApprovals('mine')
  const isFirstLoad = toDecide.isLoading || mine.isLoading
  return (
    <>
      <PageHeading title="Dashboard" description={`What waits for you, ${user.firstName}.`} />
      {isFirstLoad ? (
        <CardSkeleton />
      ) : (
        <div className="flex flex-col gap-6">
          {mayDecide && <ApprovalsList view="toDecide" list={toDecide} />}
          <ApprovalsList view="mine" list={mine} />
        </div>
      )}
    </>
  )
}
