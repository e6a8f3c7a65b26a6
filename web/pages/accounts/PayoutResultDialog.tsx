import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { PAYOUT_FILE_BYTES, payoutApi, ROW_OUTCOMES } from '../../../contract/payouts.ts'
import { countOf } from '../../../engine/countText.ts'
import { type ApiError, call } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { readBase64 } from '../../parts/documentFile.ts'
import { FILE_ACCEPT } from '../../parts/intake/intakeWords.ts'
import { SampleFileButton } from '../../parts/intake/SampleFileButton.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { loansText, OUTCOMES, type Payout } from './payoutWords.ts'

type Result = Reply<typeof payoutApi.payoutResultPreview>
type Row = Result['rows'][number]
type Chosen = { fileName: string; content: string }

const NOTHING: Chosen = { fileName: '', content: '' }

/** Imports the bank's result file. Every row is explained before it is recorded. */
export function PayoutResultDialog({ batch, onClose }: { batch: Payout; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [chosen, setChosen] = useState(NOTHING)
  const [problem, setProblem] = useState<string>()
  const looking = useMutation<Result, ApiError, Chosen>({
    mutationFn: read => call(payoutApi.payoutResultPreview, { id: batch.id, ...read }),
  })
  const choose = async (given: File): Promise<void> => {
    looking.reset()
    setFile(given)
    setChosen(NOTHING)
    const isTooLarge = given.size > PAYOUT_FILE_BYTES
    setProblem(isTooLarge ? 'The file must be smaller than 2 MB' : undefined)
    if (isTooLarge) return
    const read = { fileName: given.name, content: await readBase64(given) }
    setChosen(read)
    looking.mutate(read)
  }
  const result = looking.data
  const news = result ? result.counts.paid + result.counts.failed + result.counts.returned : 0
  return (
    <ActDialog
      endpoint={payoutApi.payoutResultImport}
      input={() => ({ id: batch.id, ...chosen })}
      done={({ counts }) =>
        `Recorded: ${counts.paid} paid, ${counts.failed} failed, ${counts.returned} returned.`
      }
      width="wide"
      onClose={onClose}
      title={`Result of ${batch.number}`}
      description="The bank’s result file or the filled-in result sheet: reference, status (paid, failed, returned), bank reference, date, reason."
      action={news > 0 ? `Record ${countOf(news, 'result')}` : 'Record results'}
      pending={looking.isPending}
      disabledReason={result ? nothingNew(news) : 'Choose the file first.'}
    >
      <FileField
        label="Result file"
        hint="CSV or Excel (.xlsx), at most 2 MB. The same file again has no effect."
        accept={FILE_ACCEPT}
        error={problem ?? looking.error?.message}
        chosen={file && { name: file.name, size: sizeText(file.size) }}
        onChoose={given => void choose(given)}
      />
      <SampleFileButton of="payoutResult" />
      {result && <Explained result={result} />}
    </ActDialog>
  )
}

const nothingNew = (news: number): string | undefined =>
  news === 0 ? 'The file contains no new results.' : undefined

function Explained({ result }: { result: Result }) {
  const { rows, counts, unheard } = result
  return (
    <>
      <ul aria-label="Rows by outcome" className="flex flex-wrap gap-2">
        {ROW_OUTCOMES.filter(outcome => counts[outcome] > 0).map(outcome => (
          <li key={outcome}>
            <Badge tone={OUTCOMES[outcome].tone} dot>
              {OUTCOMES[outcome].title}: {counts[outcome]}
            </Badge>
          </li>
        ))}
      </ul>
      {unheard > 0 && (
        <Notice tone="notice" alert={false}>
          No result for {loansText(unheard)}. Their lines stay open.
        </Notice>
      )}
      <div className="overflow-clip rounded-lg border border-line">
        <Table
          caption="Rows of the file"
          columns={COLUMNS}
          rows={rows}
          rowKey={row => String(row.line)}
          empty={<p className="px-5 py-6 text-center text-muted">The file has no rows below its header.</p>}
        />
      </div>
    </>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'line', title: 'Line', align: 'right', cell: row => row.line },
  {
    id: 'reference',
    title: 'Reference',
    lead: true,
    cell: row => row.reference || <span className="text-faint">None</span>,
  },
  {
    id: 'status',
    title: 'Bank status',
    cell: row => row.status || <span className="text-faint">None</span>,
  },
  {
    id: 'outcome',
    title: 'Outcome',
    cell: row => (
      <Badge tone={OUTCOMES[row.outcome].tone} dot>
        {OUTCOMES[row.outcome].title}
      </Badge>
    ),
  },
  {
    id: 'why',
    title: 'Explanation',
    cell: row => <span className="max-md:text-right">{row.explanation}</span>,
  },
]
