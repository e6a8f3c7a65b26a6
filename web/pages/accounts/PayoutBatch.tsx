import { Download, FileUp, RotateCw, Send, Undo2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import {
  type PayoutActName,
  type PayoutLineStatus,
  payoutApi,
  payoutExportApi,
} from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { HistoryList, PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { NotFound, namesNothing } from '../../parts/NotFound.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useRecordActs } from '../../ui/recordActs.ts'
import { Term } from '../../ui/Term.tsx'
import { toast } from '../../ui/toast.ts'
import { usePolling } from '../../ui/usePolling.ts'
import { BankFileCard, ExportDialog, exportTitle } from './BankFile.tsx'
import { PayoutLines } from './PayoutLines.tsx'
import { LINE_STATUSES, loansText, type Payout, payoutsPath, STATUSES } from './payoutWords.ts'

const PayoutResultDialog = lazyPart(() =>
  import('./PayoutResultDialog.tsx').then(dialog => dialog.PayoutResultDialog),
)

/** Posting takes seconds after the bank result, so the page polls. */
const LOOK_AGAIN_MS = 1_500

/** One disbursement batch: status, actions and lines with their bank results. */
export function PayoutBatch({ id }: { id: string }) {
  const batch = useApi(payoutApi.payoutBatchGet, { id })
  const { data } = batch
  const isPosting = data?.tallies.some(each => each.status === 'posting') && data.problems === 0
  usePolling(isPosting ?? false, batch.refetch, LOOK_AGAIN_MS)
  if (namesNothing(batch.error)) return <NotFound />
  if (batch.error && !data) return <LoadError of={batch} />
  if (!data) return <CardSkeleton lines={6} />
  return <Batch batch={data} />
}

type Doing = 'ask' | 'cancel' | 'export' | 'result'

function Batch({ batch }: { batch: Payout }) {
  const [doing, setDoing] = useState<Doing>()
  const stop = (): void => setDoing(undefined)
  const { title, tone, next } = STATUSES[batch.status]
  return (
    <>
      <PageHeading
        back={<BackLink to={payoutsPath}>Disbursements</BackLink>}
        title={`Disbursement batch ${batch.number}`}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={tone} dot>
              {title}
            </Badge>
            {next}
          </span>
        }
        actions={<Acts batch={batch} onDo={setDoing} />}
      />
      <div className="mb-6 flex flex-col gap-3 empty:hidden">
        {batch.pendingApprovalId && <PendingApprovalNotice approvalId={batch.pendingApprovalId} />}
        {batch.problems > 0 && (
          <Notice tone="negative" title={`${batch.problems} paid by the bank but not posted`}>
            Each line below shows the reason. Resolve it, then retry: posted lines are not posted again. If
            the loan can no longer be disbursed, record the line as returned or recall requested.
          </Notice>
        )}
      </div>
      <Figures batch={batch} />
      <BankFileCard batch={batch} />
      <PayoutLines batch={batch} />
      <Card title="History" className="mt-6">
        <HistoryList subjectType="payoutBatch" subjectId={batch.id} />
      </Card>
      {doing === 'ask' && <AskDialog batch={batch} onClose={stop} />}
      {doing === 'export' && <ExportDialog batch={batch} onClose={stop} />}
      {doing === 'cancel' && <CancelDialog batch={batch} onClose={stop} />}
      {doing === 'result' && <PayoutResultDialog batch={batch} onClose={stop} />}
    </>
  )
}

const ORDER = ['cancel', 'retry', 'ask', 'export', 'result'] as const

/** The actions of this status. Actions the user may not take show the reason. */
function Acts({ batch, onDo }: { batch: Payout; onDo: (doing: Doing) => void }) {
  const retrying = useAct(payoutApi.payoutBatchRetry)
  const retry = (): void =>
    retrying.mutate({ id: batch.id }, { onError: error => toast('error', error.message) })
  const acts: Record<
    PayoutActName,
    { title: string; icon: typeof Send; run: () => void; pending?: boolean }
  > = {
    ask: { title: 'Submit for approval', icon: Send, run: () => onDo('ask') },
    cancel: { title: 'Cancel batch', icon: Undo2, run: () => onDo('cancel') },
    export: { title: exportTitle(batch), icon: Download, run: () => onDo('export') },
    result: { title: 'Import bank result', icon: FileUp, run: () => onDo('result') },
    retry: { title: 'Retry posting', icon: RotateCw, run: retry, pending: retrying.isPending },
  }
  const shown = ORDER.filter(act => batch.offers[act].allowed || BELONGS[batch.status]?.includes(act))
  const main = shown.findLast(act => act === MAIN[batch.status])
  useRecordActs(
    `Disbursement batch ${batch.number}`,
    // the last button is the primary one; a pending action is left out
    shown.toReversed().flatMap(act => {
      const { title, run, pending = false } = acts[act]
      return pending ? [] : [{ title, disabledReason: batch.offers[act].why ?? undefined, onSelect: run }]
    }),
  )
  return shown.map(act => {
    const { title, icon: Icon, run, pending = false } = acts[act]
    return (
      <Fragment key={act}>
        {act === 'result' && <ResultSheet batch={batch} />}
        <Button
          look={act === main ? 'primary' : 'secondary'}
          icon={<Icon aria-hidden size={16} />}
          pending={pending}
          disabledReason={batch.offers[act].why ?? undefined}
          onClick={run}
        >
          {title}
        </Button>
      </Fragment>
    )
  })
}

const ResultSheet = ({ batch }: { batch: Payout }) => (
  <ExportMenu
    {...exportOf('Format of the result sheet', payoutExportApi.payoutResultExport, { id: batch.id })}
    title="Download result sheet"
    disabledReason={batch.offers.result.why ?? undefined}
  />
)

const MAIN: Partial<Record<Payout['status'], PayoutActName>> = {
  draft: 'ask',
  approved: 'export',
  sent: 'result',
}
/** Shown also to users without permission, with the reason. */
const BELONGS: Partial<Record<Payout['status'], readonly PayoutActName[]>> = {
  draft: ['ask', 'cancel'],
  approved: ['export', 'cancel'],
  sent: ['export', 'result'],
}

const HELP = {
  'Net disbursement':
    'The total to transfer: principal of each loan, less deducted fees and less the settlement of older loans. As created: lines that failed or were cancelled since then still count.',
  Paid: 'Lines the bank has paid and that are posted. A line that is being posted is not counted yet.',
  'Value date':
    'The planned day of the transfers. Each disbursement is posted on the day the bank paid it, and its schedule starts then.',
  'Paying account': 'Our bank account that pays, as entered when the batch was created.',
  'Created by': 'The user who created the batch. Another user must approve it.',
}

const LINE_MEANINGS: Record<PayoutLineStatus, string> = {
  open: 'No bank result recorded yet.',
  posting: 'Paid by the bank. Posting in progress.',
  paid: 'Paid by the bank and posted. The loan is active.',
  failed: 'Not paid by the bank. The loan is awaiting disbursement again.',
  returned: 'Paid by the bank, then returned.',
  cancelled: 'Removed before it was sent to the bank.',
  claimed: 'Paid by the bank, but no loan can take it. Recall requested.',
  lost: 'The recall failed. Written off.',
}

function Figures({ batch }: { batch: Payout }) {
  const figures: [term: keyof typeof HELP, value: string, below?: string][] = [
    ['Net disbursement', formatNaira(batch.total), loansText(batch.lines)],
    ['Paid', formatNaira(batch.paidTotal), `${batch.paidLines} of ${batch.lines}`],
    ['Value date', dayText(batch.valueOn), 'planned'],
    ['Paying account', batch.payingAccount],
    ['Created by', batch.madeBy, batch.approvedBy ? `approved by ${batch.approvedBy}` : undefined],
  ]
  return (
    <Card className="mb-6">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-5">
        {figures.map(([term, value, below]) => (
          <div key={term} className="min-w-0">
            <dt className="text-[0.8125rem] text-muted">
              <Term help={HELP[term]}>{term}</Term>
            </dt>
            <dd className="font-semibold break-words tabular-nums">{value}</dd>
            {below && <dd className="text-[0.8125rem] text-muted">{below}</dd>}
          </div>
        ))}
      </dl>
      <ul aria-label="Lines by status" className="mt-5 flex flex-wrap items-center gap-2">
        {batch.tallies.map(each => (
          <li key={each.status}>
            <Badge tone={LINE_STATUSES[each.status].tone} dot>
              {LINE_STATUSES[each.status].title}: {each.lines}, {formatNaira(each.total)}
            </Badge>
          </li>
        ))}
        <li>
          <Hint label="Statuses of a line">
            <Meanings
              of={batch.tallies.map(({ status }) => ({
                term: LINE_STATUSES[status].title,
                means: LINE_MEANINGS[status],
              }))}
            />
          </Hint>
        </li>
      </ul>
    </Card>
  )
}

type DialogProps = { batch: Payout; onClose: () => void }

function AskDialog({ batch, onClose }: DialogProps) {
  return (
    <ActDialog
      endpoint={payoutApi.payoutBatchAsk}
      input={({ reason }) => ({ id: batch.id, reason })}
      done={`${batch.number} submitted for approval.`}
      onClose={onClose}
      title={`Submit ${batch.number} for approval?`}
      description={`${loansText(batch.lines)}, ${formatNaira(batch.total)}, value date ${dayText(batch.valueOn)}, from ${batch.payingAccount}.`}
      action="Submit for approval"
      reason
    />
  )
}

function CancelDialog({ batch, onClose }: DialogProps) {
  return (
    <ActDialog
      endpoint={payoutApi.payoutBatchCancel}
      input={({ reason }) => ({ id: batch.id, reason })}
      done={`${batch.number} cancelled.`}
      danger
      onClose={onClose}
      title={`Cancel ${batch.number}?`}
      description="Its loans go back to awaiting disbursement."
      action="Cancel batch"
      reason
    />
  )
}
