import { FileLock2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { repaymentApi } from '../../../contract/repayments.ts'
import { parseNaira } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { useCurrentUser, useMay } from '../../parts/currentUser.ts'
import { chosenFileProblem, FILE_ACCEPT, FILE_HINT } from '../../parts/intake/chosenFile.ts'
import { periodText, sizeText, UPLOADERS } from '../../parts/intake/intakeWords.ts'
import { MonthSelect } from '../../parts/intake/MonthSelect.tsx'
import { StepLine } from '../../parts/intake/StepLine.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import type { BatchRow } from '../../parts/repayments/repaymentWords.ts'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { useSection } from '../../parts/useSection.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Input } from '../../ui/Input.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { CorrectsField } from './CorrectsField.tsx'
import { declaredOf, type Problems, problemsOf, type Typed } from './uploadForm.ts'

type Props = { correctsId: string | undefined; onOpened: (id: string, file: File) => void }

export function NewRepayment(props: Props) {
  if (!useMay('money.ask')) return <NotAllowed />
  return props.correctsId ? <Correction {...props} id={props.correctsId} /> : <UploadForm {...props} />
}

function NotAllowed() {
  const { roles } = useCurrentUser()
  return (
    <Card>
      <EmptyState
        icon={<FileLock2 />}
        title="Your role does not upload repayments"
        action={<LinkButton to={paths.repaymentTracker}>See the batches</LinkButton>}
      >
        Files are uploaded by {UPLOADERS} and posted once a second person agrees. You are signed in as{' '}
        {roles.join(', ')}.
      </EmptyState>
    </Card>
  )
}

function Correction({ id, onOpened }: Props & { id: string }) {
  const corrected = useApi(repaymentApi.repaymentGet, { id })
  if (corrected.data) return <UploadForm corrects={corrected.data} onOpened={onOpened} />
  if (!corrected.error) return <CardSkeleton lines={5} />
  return (
    <Card>
      <LoadError of={corrected} />
    </Card>
  )
}

type FormProps = { corrects?: BatchRow; onOpened: Props['onOpened'] }

function UploadForm({ corrects, onOpened }: FormProps) {
  const [id] = useState(() => crypto.randomUUID())
  const [typed, setTyped] = useState<Typed>({
    source: corrects?.source ?? '',
    period: corrects?.period ?? '',
    rows: '',
    total: '',
    correctsId: corrects?.id ?? '',
    file: undefined,
  })
  const [problems, setProblems] = useState<Problems>({})
  const open = useAct(intakeApi.intakeOpen)
  const set = <K extends keyof Typed>(name: K, value: Typed[K], found?: string): void => {
    // what it corrects is a batch of one source and month
    const unchosen = name === 'source' || name === 'period' ? { correctsId: '' } : {}
    setTyped(now => ({ ...now, ...unchosen, [name]: value }))
    setProblems(({ [name]: _, ...others }) => (found === undefined ? others : { ...others, [name]: found }))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = problemsOf(typed)
    setProblems(found)
    const { file, source, period, correctsId } = typed
    if (!file || Object.keys(found).length > 0 || open.isPending) return
    const declared = declaredOf(typed)
    open.mutate(
      {
        id,
        kind: 'repayment',
        source,
        period,
        fileName: file.name,
        bytes: file.size,
        ...(correctsId === '' ? {} : { correctsId }),
        ...(declared ? { declared } : {}),
      },
      { onSuccess: () => onOpened(id, file) },
    )
  }
  return (
    <>
      <StepLine current={0} />
      <UnsavedGuard
        when={typed.file !== undefined && !open.isSuccess}
        means="The file you chose has not been uploaded."
      />
      <Card className="max-w-3xl">
        <form onSubmit={submit} noValidate className="flex flex-col gap-5">
          {corrects && (
            <Notice tone="notice" title={`Corrections to ${corrects.number}`}>
              {corrects.sourceName}, {periodText(corrects.period)}. Upload the corrected rows in the same
              columns; what was posted of a row already is not posted again.
            </Notice>
          )}
          <SourceAndMonth {...{ typed, problems, set }} isFixed={corrects !== undefined} />
          {!corrects && typed.source !== '' && typed.period !== '' && (
            <CorrectsField
              source={typed.source}
              period={typed.period}
              chosen={typed.correctsId}
              onChoose={chosen => set('correctsId', chosen)}
            />
          )}
          <Declared {...{ typed, problems, set }} />
          <FileDrop
            label="File"
            hint={FILE_HINT}
            accept={FILE_ACCEPT}
            chosen={typed.file && { name: typed.file.name, size: sizeText(typed.file.size) }}
            error={problems.file}
            onChoose={file => set('file', file, chosenFileProblem(file))}
          />
          {open.error && (
            <Notice tone="negative" title="The upload did not begin">
              {open.error.message}
            </Notice>
          )}
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p className="flex-1 text-[0.8125rem] text-muted">
              Nothing is posted and nobody is told before a second person has agreed.
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

type PartProps = {
  typed: Typed
  problems: Problems
  set: <K extends keyof Typed>(name: K, value: Typed[K], found?: string) => void
}

function SourceAndMonth({ typed, problems, set, isFixed }: PartProps & { isFixed: boolean }) {
  const sources = (useSection('payroll')?.sources ?? []).filter(
    each => each.status === 'active' || each.code === typed.source,
  )
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Select
        label="Source"
        name="source"
        placeholder="Choose a source"
        disabled={isFixed}
        value={typed.source}
        error={problems.source}
        options={sources.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={event => set('source', event.target.value)}
      />
      <MonthSelect
        name="period"
        placeholder="Choose a month"
        disabled={isFixed}
        value={typed.period}
        error={problems.period}
        onChange={month => set('period', month)}
      />
    </div>
  )
}

/** The covering letter says how much should be in the file: the first of the three totals. */
function Declared({ typed, problems, set }: PartProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">What the payer declares</legend>
      <p className="-mt-1 text-[0.8125rem] text-muted">
        As the covering letter or the schedule says it. The file is held against it; leave both empty when
        nothing was declared.
      </p>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Input
          label="Rows"
          name="rows"
          optional
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={typed.rows}
          error={problems.rows}
          onChange={event => set('rows', event.target.value)}
        />
        <MoneyField
          label="Total"
          name="total"
          optional
          value={typed.total}
          error={problems.total}
          onChange={total => set('total', total)}
          onBlur={() => {
            if (typed.total !== '' && parseNaira(typed.total) === undefined)
              set('total', typed.total, 'Type an amount in naira')
          }}
        />
      </div>
    </fieldset>
  )
}
