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

/** Few files are a second one of their month. */
const CorrectsField = lazyPart(() => import('./CorrectsField.tsx').then(part => part.CorrectsField))

type Props = { correctsId: string | undefined; onOpened: (id: string, file: File) => void }

/** Source, month, what the payer declares and the file: the beginning of a batch. */
export function NewRepayment(props: Props) {
  if (!useMay('money.ask'))
    return (
      <UploadNotAllowed
        title="Your role does not upload repayments"
        fate="posted once a second person agrees"
        action={<LinkButton to={paths.repaymentTracker}>See the batches</LinkButton>}
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
      promise="Nothing is posted and nobody is told before a second person has agreed."
    >
      {corrects && <CorrectsNotice corrects={corrects} />}
      <SourceAndMonth
        {...{ source, period, problems }}
        isFixed={corrects !== undefined}
        set={(name, value) => {
          set(name, value)
          // what it corrects is a batch of one source and month
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
      {corrects.sourceName}, {periodText(corrects.period)}. Upload the corrected rows in the same columns;
      what was posted of a row already is not posted again.
      {corrects.status !== 'posted' &&
        ' It is not posted yet: what it still brings is left out of this file, and only rows that it refused are taken.'}
    </Notice>
  )
}

type DeclaredProps = {
  typed: Typed
  problems: Problems
  set: (name: 'rows' | 'total', value: string, problem?: string) => void
}

/** The covering letter says how much should be in the file: the first of the three totals. */
function Declared({ typed, problems, set }: DeclaredProps) {
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
