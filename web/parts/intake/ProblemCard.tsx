import { CopyCheck, FileX2, Trash2 } from 'lucide-react'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { Intake } from './intakeWords.ts'

type Props = {
  intake: Intake
  /** Path of a new upload. */
  againPath: string
  pathOf: (id: string) => string
}

/** A rejected or cancelled upload: what happened and what to do. */
export function ProblemCard({ intake, againPath, pathOf }: Props) {
  const again = (
    <LinkButton to={againPath} look="primary">
      Upload another file
    </LinkButton>
  )
  if (intake.status === 'refused' && intake.sameAsId)
    return (
      <Card>
        <EmptyState
          icon={<CopyCheck />}
          title="This file was uploaded before"
          action={
            <>
              <LinkButton to={pathOf(intake.sameAsId)}>Open first upload</LinkButton>
              {again}
            </>
          }
        >
          {intake.problem} Nothing was changed. If you have a newer file, check that you chose it.
        </EmptyState>
      </Card>
    )
  return (
    <Card>
      {intake.status === 'refused' ? (
        <EmptyState icon={<FileX2 />} title="This file cannot be read" action={again}>
          {intake.problem} Save it as CSV (UTF-8) or XLSX with one line of column names and upload it again.
        </EmptyState>
      ) : (
        <EmptyState icon={<Trash2 />} title="Upload cancelled" action={again}>
          {intake.problem} No data of “{intake.fileName}” was saved.
        </EmptyState>
      )}
    </Card>
  )
}
