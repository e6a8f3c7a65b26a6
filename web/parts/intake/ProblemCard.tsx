import { CopyCheck, FileX2, Trash2 } from 'lucide-react'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { Intake } from './intakeWords.ts'

type Props = {
  intake: Intake
  /** Where another file is given. */
  againPath: string
  pathOf: (id: string) => string
}

/** An upload that came to nothing: what happened, and what to do. */
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
          title="This file is here already"
          action={
            <>
              <LinkButton to={pathOf(intake.sameAsId)}>Open the first upload</LinkButton>
              {again}
            </>
          }
        >
          {intake.problem} It had no effect. If you were sent a newer file, check that it is the one you
          chose.
        </EmptyState>
      </Card>
    )
  return (
    <Card>
      {intake.status === 'refused' ? (
        <EmptyState icon={<FileX2 />} title="This file cannot be read" action={again}>
          {intake.problem} Open it in a spreadsheet, save it as CSV (UTF-8) or XLSX with one line of column
          names, and upload that.
        </EmptyState>
      ) : (
        <EmptyState icon={<Trash2 />} title="This upload was given up" action={again}>
          {intake.problem} Nothing of “{intake.fileName}” was kept.
        </EmptyState>
      )}
    </Card>
  )
}
