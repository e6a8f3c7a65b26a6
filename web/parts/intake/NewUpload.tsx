import type { ReactNode } from 'react'
import { type IntakeKind, intakeApi } from '../../../contract/intake.ts'
import { countOf } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMay } from '../currentUser.ts'
import { LoadError } from '../LoadError.tsx'
import { chosenFileProblem, type Intake, periodText } from './intakeWords.ts'
import { SourceAndMonth } from './SourceAndMonth.tsx'
import { UploadForm } from './UploadForm.tsx'
import { UploadNotAllowed } from './UploadNotAllowed.tsx'
import { type Problems, useUploadForm } from './useUploadForm.ts'

type Props = {
  kind: IntakeKind
  correctsId: string | undefined
  onOpened: (id: string, file: File) => void
  /** Shown to roles without permission to upload. */
  otherwise: { title: string; action: ReactNode }
}

/** First step of an upload without declared totals: source, month and file. */
export function NewUpload({ otherwise, ...props }: Props) {
  if (!useMay('money.ask')) return <UploadNotAllowed {...otherwise} />
  return props.correctsId ? <Correction {...props} id={props.correctsId} /> : <Fields {...props} />
}

function Correction({ id, kind, onOpened }: Omit<FieldsProps, 'corrects'> & { id: string }) {
  const corrected = useApi(intakeApi.intakeGet, { id })
  if (corrected.data) return <Fields {...{ kind, onOpened }} corrects={corrected.data} />
  if (!corrected.error) return <CardSkeleton lines={5} />
  return (
    <Card>
      <LoadError of={corrected} />
    </Card>
  )
}

type Typed = { source: string; period: string; file: File | undefined }

const problemsOf = ({ source, period, file }: Typed): Problems => ({
  source: source ? undefined : 'Choose a source',
  period: period ? undefined : 'Choose the payroll month',
  file: file ? chosenFileProblem(file) : 'Choose a file',
})

type FieldsProps = Pick<Props, 'kind' | 'onOpened'> & { corrects?: Intake }

function Fields({ kind, corrects, onOpened }: FieldsProps) {
  const start: Typed = { source: corrects?.source ?? '', period: corrects?.period ?? '', file: undefined }
  const { typed, problems, set, open, opening } = useUploadForm(start, problemsOf, onOpened)
  const { source, period, file } = typed
  return (
    <UploadForm
      file={file}
      fileProblem={problems.file}
      onFile={(chosen, problem) => set('file', chosen, problem)}
      opening={opening}
      onSubmit={() => open({ kind, source, period, ...(corrects ? { correctsId: corrects.id } : {}) })}
      sample={kind === 'payroll' ? kind : undefined}
      note="The data is not used until the upload is approved."
    >
      {corrects && <CorrectsNotice corrects={corrects} />}
      <SourceAndMonth {...{ source, period, problems, set }} isFixed={corrects !== undefined} />
    </UploadForm>
  )
}

function CorrectsNotice({ corrects }: { corrects: Intake }) {
  return (
    <Notice tone="notice" title={`Corrections to “${corrects.fileName}”`}>
      {corrects.sourceName}, {periodText(corrects.period)}:{' '}
      {countOf(corrects.refusedRows ?? 0, 'invalid row')}. Upload the corrected rows in the same columns.
    </Notice>
  )
}
