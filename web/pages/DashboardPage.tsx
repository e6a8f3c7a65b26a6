import { ApprovalsList } from '../parts/ApprovalsList.tsx'
import { useCurrentUser, useMay } from '../parts/currentUser.ts'
import { PageHeading } from '../ui/PageHeading.tsx'

export default function DashboardPage() {
  const user = useCurrentUser()
  const mayDecide = useMay('approval.decide')
  return (
    <>
      <PageHeading title="Dashboard" description={`What waits for you, ${user.firstName}.`} />
      <div className="flex flex-col gap-6">
        {mayDecide && <ApprovalsList view="toDecide" />}
        <ApprovalsList view="mine" />
      </div>
    </>
  )
}
