import { FileLock2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useCurrentUser } from '../currentUser.ts'
import { UPLOADERS } from './intakeWords.ts'

type Props = {
  title: string
  /** What becomes of an upload: "accepted by a second person". */
  fate: string
  /** The way on for whoever uploads nothing. */
  action: ReactNode
}

export function UploadNotAllowed({ title, fate, action }: Props) {
  const { roles } = useCurrentUser()
  return (
    <Card>
      <EmptyState icon={<FileLock2 />} title={title} action={action}>
        Files are uploaded by {UPLOADERS} and {fate}. You are signed in as {roles.join(', ')}.
      </EmptyState>
    </Card>
  )
}
