import { FileLock2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useCurrentUser } from '../currentUser.ts'
import { UPLOADERS } from './intakeWords.ts'

type Props = {
  title: string
  action: ReactNode
}

export function UploadNotAllowed({ title, action }: Props) {
  const { roles } = useCurrentUser()
  return (
    <Card>
      <EmptyState icon={<FileLock2 />} title={title} action={action}>
        Only {UPLOADERS} can upload files. You are signed in as {roles.join(', ')}.
      </EmptyState>
    </Card>
  )
}
