import { repaymentApi } from '../../../contract/repayments.ts'
import { parseNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { SourceAndMonth } from '../../parts/intake/SourceAndMonth.tsx'
import { UploadForm } from '../../parts/intake/UploadForm.tsx'
import { UploadNotAllowed } from '../../parts/intake/UploadNotAllowed.tsx'
import { type Problems, useUploadForm } from '../../parts/intake/useUploadForm.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { MoneyField } from '../../parts/MoneyField.tsx'
import type { BatchRow } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { Input } from '../../ui/Input.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { declaredOf, problemsOf, type Typed } from './uploadForm.ts'

/** Loaded on demand: few months have a second file. */
const CorrectsField = lazyPart(() => import('./CorrectsField.tsx').then(part => part.CorrectsField))

type Props = { correctsId: string | undefined; onOpened: (id: string, file: File) => void }

/** First step of a batch: source, month, declared totals and file. */
export function NewRepayment(props: Props) {
  if (!useMay('money.ask'))
    return (
      <UploadNotAllowed
        title="You do not have permission to upload repayments"
        action={<LinkButton to={paths.repaymentTracker}>View batches</LinkButton>}
      />
    )
  return props.correctsId ? <Correction {...props} id={props.correctsId} /> : <Fields {...props} />
}

function Correction({ id, onOpened }: Props & { id: string }) {
  const corrected = useApi(repaymentApi.repaymentGet, { id })
  if (corrected.data) return <Fields corrects={corrected.data} onOpened={onOpened} />
  if (!corrected.error) return <CardSkeleton lines={5} />
  return (
    <Card>
      <LoadError of={corrected} />
    </Card>
  )
}

const startOf = (corrects: BatchRow | undefined): Typed => ({
  source: corrects?.source ?? '',
  period: corrects?.period ?? '',
  rows: '',
  total: '',
  correctsId: corrects?.id ?? '',
  file: undefined,
})

type FieldsProps = { corrects?: BatchRow; onOpened: Props['onOpened'] }

function Fields({ corrects, onOpened }: FieldsProps) {
  const { typed, problems, set, open, opening } = useUploadForm(startOf(corrects), problemsOf, onOpened)
  const { source, period, correctsId, file } = typed
  const submit = (): void => {
    const declared = declaredOf(typed)
    open({
      kind: 'repayment',
      source,
      period,
      ...(correctsId === '' ? {} : { correctsId }),
      ...(declared ? { declared } : {}),
    })
  }
  return (
    <UploadForm
      file={file}
      fileProblem={problems.file}
      onFile={(chosen, problem) => set('file', chosen, problem)}
      opening={opening}
      onSubmit={submit}
      sample="repayment"
      note="Nothing is posted and no SMS is sent until the batch is approved."
    >
      {corrects && <CorrectsNotice corrects={corrects} />}
      <SourceAndMonth
        {...{ source, period, problems }}
        isFixed={corrects !== undefined}
        set={(name, value) => {
          set(name, value)
          // the corrected batch belongs to one source and month
          set('correctsId', '')
        }}
      />
      {!corrects && source !== '' && period !== '' && (
        <CorrectsField
          {...{ source, period }}
          chosen={correctsId}
          onChoose={chosen => set('correctsId', chosen)}
        />
      )}
      <Declared {...{ typed, problems, set }} />
    </UploadForm>
  )
}

function CorrectsNotice({ corrects }: { corrects: BatchRow }) {
  return (
    <Notice tone="notice" title={`Corrections to ${corrects.number}`}>
      {corrects.sourceName}, {periodText(corrects.period)}. Upload the corrected rows in the same columns.
      Amounts already posted are not posted again.
      {corrects.status !== 'posted' &&
        ' The batch is not posted yet, so only its invalid rows are accepted here.'}
    </Notice>
  )
}

type DeclaredProps = {
  typed: Typed
  problems: Problems
  set: (name: 'rows' | 'total', value: string, problem?: string) => void
}

/** Declared rows and total from the covering letter: the first control total. */
function Declared({ typed, problems, set }: DeclaredProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">Declared by the payroll office</legend>
      <p className="-mt-1 text-[0.8125rem] text-muted">
        Rows and total on the covering letter or schedule. They are compared with the file. Leave both blank
        if nothing was declared.
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
              set('total', typed.total, 'Enter an amount in naira')
          }}
        />
      </div>
    </fieldset>
  )
}
