import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../../contract/endpoint.ts'
import {
  ADVICE_FIELDS,
  ADVICE_FILE_BYTES,
  type AdviceField,
  reconciliationApi,
} from '../../../../contract/reconciliation.ts'
import { countOf } from '../../../../engine/countText.ts'
import { formatMonth } from '../../../../engine/dates.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { type ApiError, call, useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { readBase64 } from '../../../parts/documentFile.ts'
import { type Fact, FactList } from '../../../parts/FactList.tsx'
import { dayText } from '../../../parts/figures.ts'
import { FILE_ACCEPT } from '../../../parts/intake/intakeWords.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FileField } from '../../../ui/FileField.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { sizeText } from '../../../ui/sizeText.ts'
import type { Receipt } from './ReceiptDialog.tsx'

type Preview = Reply<typeof reconciliationApi.advicePreview>
type Advice = NonNullable<Reply<typeof reconciliationApi.adviceGet>['advice']>
type Chosen = { content: string; mapping?: Preview['mapping'] }
type Props = { receipt: Receipt; onClose: () => void }

/** The file in which a payroll office says for whom a receipt is: attached, replaced or removed. */
export function AdviceDialog({ receipt, onClose }: Props) {
  const current = useApi(reconciliationApi.adviceGet, { receiptId: receipt.id })
  const [isRemoving, setRemoving] = useState(false)
  if (!current.data)
    return (
      <Dialog open title={`Advice of ${receipt.number}`} width="wide" onClose={onClose}>
        {current.error ? <LoadError of={current} /> : <Skeleton className="h-40 w-full" />}
      </Dialog>
    )
  const { advice } = current.data
  return isRemoving ? (
    <ActDialog
      endpoint={reconciliationApi.adviceRemove}
      input={({ reason }) => ({ receiptId: receipt.id, reason })}
      done="Removal submitted for approval."
      danger
      title={`Remove the advice of ${receipt.number}?`}
      description="Remitted is then spread over all persons of its batches in proportion."
      action="Submit removal"
      reason
      onClose={onClose}
    />
  ) : (
    <Attach receipt={receipt} advice={advice} onRemove={() => setRemoving(true)} onClose={onClose} />
  )
}

function Attach({
  receipt,
  advice,
  onRemove,
  onClose,
}: Props & { advice: Advice | null; onRemove: () => void }) {
  const [file, setFile] = useState<File>()
  const [content, setContent] = useState('')
  const [problem, setProblem] = useState<string>()
  const reading = useMutation<Preview, ApiError, Chosen>({
    mutationFn: chosen => call(reconciliationApi.advicePreview, { receiptId: receipt.id, ...chosen }),
  })
  const choose = async (given: File): Promise<void> => {
    reading.reset()
    setFile(given)
    setContent('')
    const isTooLarge = given.size > ADVICE_FILE_BYTES
    setProblem(isTooLarge ? 'The file must be smaller than 4 MB' : undefined)
    if (isTooLarge) return
    const read = await readBase64(given)
    setContent(read)
    reading.mutate({ content: read })
  }
  const { data } = reading
  const unreadable = reading.error?.fields?.content ?? reading.error?.message
  return (
    <ActDialog
      endpoint={reconciliationApi.adviceSubmit}
      input={({ reason }, id) => ({
        id,
        receiptId: receipt.id,
        fileName: file?.name ?? '',
        content,
        ...(data ? { mapping: data.mapping } : {}),
        reason,
      })}
      done="Advice submitted for approval."
      title={`Advice of ${receipt.number}`}
      description={`For whom the payroll office remitted ${formatNaira(receipt.amount)}. Remitted is then per person instead of a share.`}
      action={advice ? 'Submit replacement' : 'Submit for approval'}
      width="wide"
      isDirty={content !== ''}
      pending={reading.isPending}
      disabledReason={data ? (data.problem ?? undefined) : 'Choose the file first.'}
      reason={{ rows: 2 }}
      aside={
        advice && (
          <Button look="danger" onClick={onRemove}>
            Remove advice
          </Button>
        )
      }
      onClose={onClose}
    >
      {advice && <Current advice={advice} />}
      <FileField
        label={advice ? 'New advice file' : 'Advice file'}
        hint="CSV or Excel (.xlsx), at most 4 MB: staff number, name, amount, month."
        accept={FILE_ACCEPT}
        error={problem ?? unreadable}
        chosen={file && { name: file.name, size: sizeText(file.size) }}
        onChoose={given => void choose(given)}
      />
      {data && (
        <>
          <Columns preview={data} onMap={mapping => reading.mutate({ content, mapping })} />
          <FactList facts={factsOf(data)} />
          {data.problem && <Notice tone="negative">{data.problem}</Notice>}
        </>
      )}
    </ActDialog>
  )
}

function Current({ advice }: { advice: Advice }) {
  return (
    <Notice tone={advice.agrees ? 'notice' : 'caution'} alert={false}>
      {advice.fileName}: {formatNaira(advice.total)} for {countOf(advice.persons, 'person')}, submitted by{' '}
      {advice.submittedBy}, approved {dayText(advice.attachedAt.slice(0, 10))}.
      {!advice.agrees &&
        ' It no longer equals the allocation, so remitted is spread over all persons. Replace it or correct the allocation.'}
    </Notice>
  )
}

const FIELDS = Object.keys(ADVICE_FIELDS) as AdviceField[]

function Columns({ preview, onMap }: { preview: Preview; onMap: (mapping: Preview['mapping']) => void }) {
  const options = [
    { value: '', label: 'Not in the file' },
    ...preview.columns.map(({ title, sample }, at) => ({
      value: String(at),
      label: `${title || `Column ${at + 1}`}${sample ? ` (${sample})` : ''}`,
    })),
  ]
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {FIELDS.map(field => (
        <Select
          key={field}
          label={ADVICE_FIELDS[field].title}
          value={String(preview.mapping[field] ?? '')}
          options={options}
          onChange={event => {
            const { [field]: _, ...others } = preview.mapping
            const at = preview.columns.findIndex((_each, n) => String(n) === event.target.value)
            onMap(at < 0 ? others : { ...others, [field]: at })
          }}
        />
      ))}
    </div>
  )
}

const factsOf = (preview: Preview): Fact[] => [
  {
    term: 'Advice',
    value: formatNaira(preview.total),
    below: `${countOf(preview.persons, 'person')}, ${preview.notInFile} in no deduction file`,
  },
  {
    term: 'Allocated',
    value: formatNaira(preview.allocated),
    below: 'with the charges withheld',
  },
  ...(preview.months.length > 1
    ? preview.months.map(each => ({
        term: formatMonth(each.month),
        value: `${formatNaira(each.advised)} of ${formatNaira(each.allocated)}`,
      }))
    : []),
]
