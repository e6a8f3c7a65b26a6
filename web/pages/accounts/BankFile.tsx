import { useState } from 'react'
import { payoutApi } from '../../../contract/payouts.ts'
import { countText } from '../../../engine/countText.ts'
import { formatMoment } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Card } from '../../ui/Card.tsx'
import { saveFile } from '../../ui/download.ts'
import { Term } from '../../ui/Term.tsx'
import { toast } from '../../ui/toast.ts'
import { loansText, type Payout } from './payoutWords.ts'

/** The bank file of a batch: the first export, further marked copies, and control totals. */

const bytesIn = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), unit => unit.charCodeAt(0))

const momentText = (at: string): string => formatMoment(new Date(at))

export function exportTitle({ bankFiles: [first] }: Payout): string {
  return first
    ? `Download again (downloaded by ${first.takenBy}, ${momentText(first.takenAt)})`
    : 'Export bank file'
}

export function ExportDialog({ batch, onClose }: { batch: Payout; onClose: () => void }) {
  const [exportId] = useState(() => crypto.randomUUID())
  const [first] = batch.bankFiles
  const open = batch.tallies.find(each => each.status === 'open')
  const payments = open
    ? `${countText(open.lines)} ${open.lines === 1 ? 'payment' : 'payments'}`
    : 'No payments'
  return (
    <ActDialog
      // if another user exports the file while this dialog is open, a reason is needed
      key={first ? 'copy' : 'first'}
      endpoint={payoutApi.payoutBatchExport}
      input={({ reason }) => ({ id: batch.id, exportId, ...(first ? { reason } : {}) })}
      done={({ fileName }) => `${fileName} downloaded.`}
      onDone={file => {
        saveFile(file.fileName, new Blob([bytesIn(file.content)], { type: file.type }))
        if (file.heldBack > 0)
          toast('warning', `${loansText(file.heldBack)} held back: something changed since the approval.`)
        onClose()
      }}
      onClose={onClose}
      title={first ? `Download a copy of ${batch.number}?` : `Export the bank file of ${batch.number}?`}
      description={
        first
          ? `Downloaded by ${first.takenBy}, ${momentText(first.takenAt)}. Uploading it twice pays twice. The copy is marked in its file name and on the batch.`
          : `Marks ${payments} totalling ${formatNaira(open?.total ?? batch.total)} as sent to the bank. The batch can no longer be cancelled.`
      }
      action={first ? 'Download copy' : 'Export bank file'}
      danger={first !== undefined}
      reason={first !== undefined}
    />
  )
}

const HELP = {
  Payments: 'Number of lines in the bank file.',
  Total: 'Total of the amounts in the bank file.',
  'Hash total':
    'Sum of the account numbers in the bank file. For one payment, the end of its account number.',
  'SHA-256': 'Checksum of the bank file. It changes if a single character of the file is changed.',
}

/** Control totals to compare at the bank before the payments are released. */
export function BankFileCard({ batch: { control, bankFiles } }: { batch: Payout }) {
  if (!control && bankFiles.length === 0) return null
  const figures: [keyof typeof HELP, string][] = control
    ? [
        ['Payments', countText(control.lines)],
        ['Total', formatNaira(control.total)],
        ['Hash total', control.hashTotal],
        ['SHA-256', control.sha256],
      ]
    : []
  return (
    <Card title="Bank file" className="mb-6">
      <p className="mb-4 text-[0.8125rem] text-muted">
        {bankFiles.length > 0
          ? 'Compare these control figures at the bank before the payments are released.'
          : 'Control figures of the file to be exported. The approval shows the same figures.'}
      </p>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_auto_auto_minmax(0,1fr)]">
        {figures.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-[0.8125rem] text-muted">
              <Term help={HELP[term]}>{term}</Term>
            </dt>
            <dd className="font-medium tabular-nums [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {bankFiles.length > 0 && (
        <ul aria-label="Downloads of the bank file" className="ruled mt-4 text-[0.8125rem]">
          {bankFiles.map(file => (
            <li key={file.copy} className="flex flex-wrap gap-x-4 gap-y-0.5 py-1.5">
              <span className="font-medium">{file.fileName}</span>
              <span className="text-muted">
                {file.takenBy}, {momentText(file.takenAt)}, {countText(file.lines)}{' '}
                {file.lines === 1 ? 'payment' : 'payments'}, {formatNaira(file.total)}
              </span>
              {file.reason && <span>{file.reason}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
