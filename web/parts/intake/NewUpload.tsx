import { FileLock2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type IntakeKind, intakeApi } from '../../../contract/intake.ts'
import { useAct, useApi } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { useCurrentUser, useMay } from '../currentUser.ts'
import { LoadError } from '../LoadError.tsx'
import { UnsavedGuard } from '../UnsavedGuard.tsx'
import { useSection } from '../useSection.ts'
import { chosenFileProblem, FILE_ACCEPT, FILE_HINT } from './chosenFile.ts'
import { type Intake, periodText, sizeText, UPLOADERS } from './intakeWords.ts'
import { MonthSelect } from './MonthSelect.tsx'
import { StepLine } from './StepLine.tsx'

type Props = {
  kind: IntakeKind
  correctsId: string | undefined
  onOpened: (id: string, file: File) => void
  /** What those see whose role uploads nothing, and the way on for them. */
  otherwise: { title: string; action: ReactNode }
}

/** Source, month and file: the beginning of an upload, whatever it is for. */
export function NewUpload({ otherwise, ...props }: Props) {
  if (!useMay('money.ask')) return <NotAllowed {...otherwise} />
  return props.correctsId ? <Correction {...props} id={props.correctsId} /> : <UploadForm {...props} />
}

function NotAllowed({ title, action }: Props['otherwise']) {
  const { roles } = useCurrentUser()
  return (
    <Card>
      <EmptyState icon={<FileLock2 />} title={title} action={action}>
        Files are uploaded by {UPLOADERS} and accepted by a second person. You are signed in as{' '}
        {roles.join(', ')}.
      </EmptyState>
    </Card>
  )
}

function Correction({ id, kind, onOpened }: Omit<FormProps, 'corrects'> & { id: string }) {
  const corrected = useApi(intakeApi.intakeGet, { id })
  if (corrected.data) return <UploadForm {...{ kind, onOpened }} corrects={corrected.data} />
  if (!corrected.error) return <CardSkeleton lines={5} />
  return (
    <Card>
      <LoadError of={corrected} />
    </Card>
  )
}

const FILE_LOST = 'The file you chose has not been uploaded.'

type FormProps = Pick<Props, 'kind' | 'onOpened'> & { corrects?: Intake }
type Problems = { source?: string; period?: string; file?: string }

function UploadForm({ kind, corrects, onOpened }: FormProps) {
  const [id] = useState(() => crypto.randomUUID())
  const [source, setSource] = useState(corrects?.source ?? '')
  const [period, setPeriod] = useState(corrects?.period ?? '')
  const [file, setFile] = useState<File>()
  const [problems, setProblems] = useState<Problems>({})
  const open = useAct(intakeApi.intakeOpen)
  const sources = (useSection('payroll')?.sources ?? []).filter(
    each => each.status === 'active' || each.code === source,
  )
  const choose = (chosen: File): void => {
    setFile(chosen)
    setProblems(now => without(now, 'file', chosenFileProblem(chosen)))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found: Problems = {
      ...(source ? {} : { source: 'Choose a source' }),
      ...(period ? {} : { period: 'Choose the month the file is for' }),
      ...(file ? fileProblem(file) : { file: 'Choose a file' }),
    }
    setProblems(found)
    if (!file || Object.keys(found).length > 0 || open.isPending) return
    const { name: fileName, size: bytes } = file
    open.mutate(
      {
        id,
        kind,
        source,
        period,
        fileName,
        bytes,
        ...(corrects ? { correctsId: corrects.id } : {}),
      },
      { onSuccess: () => onOpened(id, file) },
    )
  }
  return (
    <>
      <StepLine current={0} />
      <UnsavedGuard when={file !== undefined && !open.isSuccess} means={FILE_LOST} />
      <Card className="max-w-3xl">
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          {corrects && <CorrectsNotice corrects={corrects} />}
          <div className="grid gap-5 sm:grid-cols-2">
            <Select
              label="Source"
              name="source"
              placeholder="Choose a source"
              disabled={corrects !== undefined}
              value={source}
              error={problems.source}
              options={sources.map(({ code, name }) => ({ value: code, label: name }))}
              onChange={event => {
                setSource(event.target.value)
                setProblems(now => without(now, 'source'))
              }}
            />
            <MonthSelect
              name="period"
              placeholder="Choose a month"
              disabled={corrects !== undefined}
              value={period}
              error={problems.period}
              onChange={month => {
                setPeriod(month)
                setProblems(now => without(now, 'period'))
              }}
            />
          </div>
          <FileDrop
            label="File"
            hint={FILE_HINT}
            accept={FILE_ACCEPT}
            chosen={file && { name: file.name, size: sizeText(file.size) }}
            error={problems.file}
            onChoose={choose}
          />
          {open.error && (
            <Notice tone="negative" title="The upload did not begin">
              {open.error.message}
            </Notice>
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p className="flex-1 text-[0.8125rem] text-muted">
              Nothing is seen by lending before a second person has accepted it.
            </p>
            <Button type="submit" look="primary" pending={open.isPending}>
              Upload
            </Button>
          </div>
        </form>
      </Card>
    </>
  )
}

function CorrectsNotice({ corrects }: { corrects: Intake }) {
  return (
    <Notice tone="notice" title={`Corrections to “${corrects.fileName}”`}>
      {corrects.sourceName}, {periodText(corrects.period)}: {corrects.refusedRows} rows were refused. Upload
      the corrected rows in the same columns.
    </Notice>
  )
}

const fileProblem = (file: File): Problems => {
  const found = chosenFileProblem(file)
  return found ? { file: found } : {}
}

const without = (problems: Problems, name: keyof Problems, found?: string): Problems => {
  const { [name]: _, ...others } = problems
  return found === undefined ? others : { ...others, [name]: found }
}
