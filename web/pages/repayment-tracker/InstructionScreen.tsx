import { CheckCheck, Download, FileText, RotateCw, Send, Undo2, Upload } from 'lucide-react'
import { useState } from 'react'
import { instructionApi } from '../../../contract/instructions.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatMoment } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { HistoryList, PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { NotFound, namesNothing } from '../../parts/NotFound.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Actions, Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { Input } from '../../ui/Input.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { usePolling } from '../../ui/usePolling.ts'
import { InstructionLines } from './InstructionLines.tsx'
import {
  acknowledgementPath,
  EXCEPTION_WORDS,
  type InstructionDetails,
  KIND_WORDS,
  LIST_WORDS,
} from './instructionWords.ts'

const AGAIN_MS = 1_500

/** One list: its figures, lines, files, answers and history. */
export function InstructionScreen({ id }: { id: string }) {
  const list = useApi(instructionApi.instructionGet, { id })
  usePolling(list.data?.status === 'computing', list.refetch, AGAIN_MS)
  if (namesNothing(list.error)) return <NotFound />
  if (list.error && !list.data) return <LoadError of={list} />
  if (!list.data) return <CardSkeleton lines={6} />
  return <List list={list.data} onChanged={() => void list.refetch()} />
}

type Doing = 'submit' | 'cancel' | 'send' | 'acknowledge'
type Props = { list: InstructionDetails; onChanged: () => void }

function List({ list, onChanged }: Props) {
  const [doing, setDoing] = useState<Doing>()
  const stop = (): void => {
    setDoing(undefined)
    onChanged()
  }
  const words = LIST_WORDS[list.status]
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start gap-3">
        <div className="mr-auto">
          <BackLink to={paths.repaymentsTab('instructions')}>Instructions</BackLink>
          <h2 className="text-lg font-semibold">
            <Unbroken>{`${list.number}: ${list.sourceName}, ${periodText(list.month)}`}</Unbroken>
          </h2>
          <p className="flex flex-wrap items-center gap-2 text-muted">
            <Badge tone={words.tone} dot>
              {words.title}
            </Badge>
            {list.endedReason ?? words.next}
          </p>
        </div>
        <Acts list={list} onDo={setDoing} onChanged={onChanged} />
      </div>
      {list.pendingApprovalId && <PendingApprovalNotice approvalId={list.pendingApprovalId} />}
      {list.warnings.map(warning => (
        <Notice key={warning} tone="caution" title={warning} />
      ))}
      <Check key={list.sha256} list={list} />
      <Figures list={list} />
      <InstructionLines list={list} onChanged={onChanged} />
      <Files list={list} onSend={() => setDoing('send')} />
      <Card title="History">
        <HistoryList subjectType="instruction" subjectId={list.id} />
      </Card>
      {doing === 'submit' && (
        <ActDialog
          endpoint={instructionApi.instructionSubmit}
          input={({ reason }) => ({ id: list.id, reason })}
          done={`${list.number} submitted for approval.`}
          onClose={stop}
          title={`Submit ${list.number} for approval?`}
          description={`${countOf(list.lines, 'line')}, ${formatNaira(list.total)} in total. Another user must approve it.`}
          action="Submit for approval"
          reason
        />
      )}
      {doing === 'cancel' && (
        <ActDialog
          endpoint={instructionApi.instructionCancel}
          input={({ reason }) => ({ id: list.id, reason })}
          done={`${list.number} cancelled.`}
          danger
          onClose={stop}
          title={`Cancel ${list.number}?`}
          description="It is not sent. You can compute another list for the month."
          action="Cancel list"
          reason
        />
      )}
      {doing === 'send' && <SendDialog list={list} onClose={stop} />}
      {doing === 'acknowledge' && <AcknowledgeDialog list={list} onClose={stop} />}
    </div>
  )
}

function Acts({ list, onDo, onChanged }: Props & { onDo: (doing: Doing) => void }) {
  const recomputing = useAct(instructionApi.instructionRecompute)
  const { offers, status } = list
  const isOpen = status === 'computing' || status === 'computed' || status === 'waiting'
  const isSent = list.sentAt !== null
  return (
    <Actions>
      {(isOpen || status === 'approved') && (
        <Button
          icon={<Undo2 aria-hidden size={16} />}
          disabledReason={offers.cancel.why ?? undefined}
          onClick={() => onDo('cancel')}
        >
          Cancel list
        </Button>
      )}
      {isOpen && (
        <>
          <Button
            icon={<RotateCw aria-hidden size={16} />}
            pending={recomputing.isPending}
            disabledReason={offers.recompute.why ?? undefined}
            onClick={() =>
              recomputing.mutate(
                { id: list.id },
                { onSuccess: onChanged, onError: error => toast('error', error.message) },
              )
            }
          >
            Compute again
          </Button>
          <Button
            look="primary"
            icon={<Send aria-hidden size={16} />}
            disabledReason={offers.submit.why ?? undefined}
            onClick={() => onDo('submit')}
          >
            Submit for approval
          </Button>
        </>
      )}
      {(status === 'approved' || isSent) && (
        <Button
          look={status === 'approved' ? 'primary' : 'secondary'}
          icon={<Download aria-hidden size={16} />}
          disabledReason={offers.send.why ?? undefined}
          onClick={() => onDo('send')}
        >
          {isSent ? 'Download copy' : 'Download and send'}
        </Button>
      )}
      {isSent && (
        <>
          <Button
            icon={<FileText aria-hidden size={16} />}
            disabledReason={offers.send.why ?? undefined}
            onClick={() => void fetchFile(instructionApi.instructionLetter, { id: list.id })}
          >
            Covering letter
          </Button>
          {offers.acknowledge.why === null && (
            <LinkButton to={acknowledgementPath(list.id)} icon={<Upload aria-hidden size={16} />}>
              Upload acknowledgement
            </LinkButton>
          )}
          <Button
            look={status === 'sent' ? 'primary' : 'secondary'}
            icon={<CheckCheck aria-hidden size={16} />}
            disabledReason={
              offers.acknowledge.why ?? (list.acknowledgement ? 'Already recorded.' : undefined)
            }
            onClick={() => onDo('acknowledge')}
          >
            Record acknowledgement
          </Button>
        </>
      )}
    </Actions>
  )
}

/** Before a list is sent: whether the ledger would give it again. */
function Check({ list }: { list: InstructionDetails }) {
  const [isAsked, setAsked] = useState(false)
  if (list.status !== 'computed' && list.status !== 'approved') return null
  if (isAsked) return <Checked list={list} />
  return (
    <div>
      <Button onClick={() => setAsked(true)}>Check against the ledger</Button>
    </div>
  )
}

function Checked({ list }: { list: InstructionDetails }) {
  const check = useApi(instructionApi.instructionCheck, { id: list.id })
  if (check.error) return <LoadError of={check} />
  if (!check.data) return <Notice title="Computing the list once more to compare it" />
  if (check.data.isCurrent) return <Notice tone="positive" title="The ledger still gives this list." />
  return (
    <Notice tone="caution" title="The ledger has changed since this list was computed">
      {list.status === 'computed'
        ? 'Select Compute again before you submit it. Decisions are saved.'
        : 'Cancel it and compute another, or send it and compute a further list of the month.'}
    </Notice>
  )
}

function Figures({ list }: { list: InstructionDetails }) {
  const change = kobo(list.total - list.previousTotal)
  const figures: [string, string, string?][] = [
    ['Total', formatNaira(list.total), countOf(list.lines, 'line')],
    ['Total before', formatNaira(list.previousTotal)],
    ['Net change', `${change > 0n ? '+' : ''}${formatNaira(change)}`],
    ['Cut-off', dayText(list.cutOffOn), list.isLate ? 'computed later' : undefined],
    ['Payroll file', list.payrollMonth ? periodText(list.payrollMonth) : 'None'],
    ['Computed by', list.computedBy, list.approvedBy ? `approved by ${list.approvedBy}` : undefined],
  ]
  return (
    <Card>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-6">
        {figures.map(([term, value, below]) => (
          <div key={term} className="min-w-0">
            <dt className="text-[0.8125rem] text-muted">{term}</dt>
            <dd className="font-semibold break-words tabular-nums">{value}</dd>
            {below && <dd className="text-[0.8125rem] text-muted">{below}</dd>}
          </div>
        ))}
      </dl>
      <ul aria-label="Lines by kind" className="mt-5 flex flex-wrap gap-2">
        {list.tallies.map(each => (
          <li key={each.kind}>
            <Badge tone={KIND_WORDS[each.kind].tone} dot>
              {KIND_WORDS[each.kind].title}: {countText(each.lines)},{' '}
              {formatNaira(each.kind === 'stop' ? each.previous : each.amount)}
            </Badge>
          </li>
        ))}
        {list.exceptions.map(each => (
          <li key={each.exception}>
            <Badge tone={each.open > 0 ? 'negative' : 'neutral'}>
              {EXCEPTION_WORDS[each.exception]}: {countText(each.lines)}
              {each.open > 0 && `, ${countText(each.open)} to decide`}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Files({ list, onSend }: { list: InstructionDetails; onSend: () => void }) {
  return (
    <Card title="Files and acknowledgement">
      {list.files.length === 0 ? (
        <p className="text-muted">No file was downloaded yet.</p>
      ) : (
        <ul className="ruled text-[0.8125rem]">
          {list.files.map(file => (
            <li key={file.id} className="flex flex-wrap gap-x-4 gap-y-1 py-2">
              <span className="font-medium">{file.fileName}</span>
              <span className="text-muted">
                {file.takenBy}, {formatMoment(new Date(file.takenAt))}, {countOf(file.lines, 'line')},{' '}
                {formatNaira(file.total)}
              </span>
              <span className="[overflow-wrap:anywhere]">SHA-256 {file.sha256}</span>
              {file.reason && <span>{file.reason}</span>}
            </li>
          ))}
        </ul>
      )}
      {list.acknowledgement && (
        <p className="mt-3">
          Acknowledged: {list.acknowledgement}, recorded by {list.acknowledgedBy}.
        </p>
      )}
      {list.status === 'approved' && list.offers.send.allowed && (
        <Button className="mt-4" onClick={onSend}>
          Download file
        </Button>
      )}
    </Card>
  )
}

type DialogProps = { list: InstructionDetails; onClose: () => void }

/** The first download marks the list as sent. */
function SendDialog({ list, onClose }: DialogProps) {
  const [fileId] = useState(() => crypto.randomUUID())
  const first = list.files[0]
  return (
    <ActDialog
      endpoint={instructionApi.instructionSend}
      input={({ reason }) => ({ id: list.id, fileId, ...(first ? { reason } : {}) })}
      done={({ fileName }) => `${fileName} downloaded.`}
      onDone={() => {
        void fetchFile(instructionApi.instructionFile, { id: list.id, fileId })
        onClose()
      }}
      onClose={onClose}
      title={first ? `Download a copy of ${list.number}?` : `Download and send ${list.number}?`}
      description={
        first
          ? `Downloaded by ${first.takenBy}, ${formatMoment(new Date(first.takenAt))}. A copy needs a reason.`
          : `Marks ${countOf(list.lines, 'line')} as sent to the payroll office. The list cannot be changed or cancelled afterwards.`
      }
      action={first ? 'Download copy' : 'Download and send'}
      danger={first === undefined}
      reason={first !== undefined}
    />
  )
}

function AcknowledgeDialog({ list, onClose }: DialogProps) {
  return (
    <ActDialog
      endpoint={instructionApi.instructionAcknowledge}
      initial={{ on: String(todayInLagos()), reference: '' }}
      input={({ on, reference }) => ({ id: list.id, on, reference })}
      done="Acknowledgement recorded."
      onClose={onClose}
      title={`Record the acknowledgement of ${list.number}?`}
      description="All lines are accepted, except those with an answer of their own."
      action="Record acknowledgement"
    >
      {({ field }) => (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Input {...field('on')} label="Date" type="date" max={todayInLagos()} />
          <Input
            {...field('reference')}
            label="Letter or email reference"
            maxLength={120}
            autoComplete="off"
          />
        </div>
      )}
    </ActDialog>
  )
}
