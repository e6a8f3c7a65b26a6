import clsx from 'clsx'
import { Paperclip, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { loanEventLabel } from '../../../../contract/labels.ts'
import { capitalised } from '../../../../contract/vocabulary.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { dayText } from '../../../parts/figures.ts'
import { type Happening, partsTotal } from '../../../parts/loan/loanWords.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { EmptyValue } from '../../../ui/EmptyValue.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { type Column, Table } from '../../../ui/Table.tsx'
import { BankReference } from './BankReference.tsx'
import { savePaper } from './loanLetters.ts'
import { PartsList } from './PartsList.tsx'

const DocumentViewer = lazyPart(() =>
  import('../../../parts/DocumentViewer.tsx').then(part => part.DocumentViewer),
)

type Props = {
  loanId: string
  happenings: readonly Happening[]
  /** Why no transaction can be reversed: permission or a past date. */
  whyNot: string | undefined
  onReverse: (id: string) => void
}

/** Transactions of the loan, newest first, with their allocation. */
export function LoanEventsTable({ loanId, happenings, whyNot, onReverse }: Props) {
  return (
    <Table
      caption="Repayments and other transactions"
      columns={columns(loanId, whyNot, onReverse)}
      rows={happenings}
      rowKey={each => `${each.id} ${each.type}`}
      empty={
        <EmptyState compact icon={<ReceiptText />} title="No transactions yet">
          The disbursement and repayments, with their allocation, appear here.
        </EmptyState>
      }
    />
  )
}

const columns = (
  loanId: string,
  whyNot: string | undefined,
  onReverse: (id: string) => void,
): Column<Happening>[] => [
  {
    id: 'what',
    title: 'Transaction',
    lead: true,
    className: 'md:align-top!',
    cell: each => <What each={each} />,
  },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    className: 'md:align-top!',
    cell: each => (
      <span className={clsx('font-medium whitespace-nowrap', each.undone && 'text-muted line-through')}>
        {each.amount === 0n ? <EmptyValue>None</EmptyValue> : formatNaira(each.amount)}
      </span>
    ),
  },
  {
    id: 'allocation',
    title: 'Allocation',
    className: 'md:align-top!',
    cell: each => <Allocated each={each} />,
  },
  {
    id: 'after',
    title: 'Outstanding principal',
    align: 'right',
    className: 'md:align-top! md:whitespace-nowrap',
    cell: each => <span className="text-muted">{formatNaira(each.principalAfter)}</span>,
  },
  {
    id: 'reference',
    title: 'Reference',
    className: 'md:align-top!',
    cell: each => <Origin loanId={loanId} each={each} />,
  },
  {
    id: 'acts',
    title: 'Reverse',
    titleHidden: true,
    align: 'right',
    className: 'md:align-top!',
    cell: each => <Acts {...{ loanId, each, whyNot, onReverse }} />,
  },
]

function What({ each }: { each: Happening }) {
  return (
    <div className="flex flex-col items-start gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <span className={clsx('font-medium', each.undone && 'text-muted line-through')}>
          {loanEventLabel(each.type)}
        </span>
        {each.undone && <Badge tone="caution">Reversed</Badge>}
      </span>
      <span className="text-[0.8125rem] font-normal text-muted">{dayText(each.on)}</span>
    </div>
  )
}

const PRINTED: ReadonlySet<string> = new Set(['receipt', 'settlement'])

const reasonText = (why: string | null): string | undefined => (why === null ? undefined : capitalised(why))

type ActsProps = Omit<Props, 'happenings'> & { each: Happening }

function Acts({ loanId, each, whyNot, onReverse }: ActsProps) {
  return (
    <div className="flex justify-end gap-1">
      {PRINTED.has(each.type) && !each.undone && (
        <Button
          size="small"
          look="quiet"
          aria-label={`Receipt of ${dayText(each.on)} as PDF`}
          onClick={() => void savePaper(loanId, 'receipt', { itemId: each.id })}
        >
          PDF
        </Button>
      )}
      <Button
        size="small"
        disabledReason={whyNot ?? reasonText(each.cannotReverse)}
        aria-label={`Reverse ${loanEventLabel(each.type).toLowerCase()} of ${dayText(each.on)}`}
        onClick={() => onReverse(each.id)}
      >
        Reverse
      </Button>
    </div>
  )
}

function Allocated({ each }: { each: Happening }) {
  if (partsTotal(each.parts) === 0n && each.credit === 0n) return <EmptyValue />
  return (
    <div className={clsx('md:max-w-56 max-md:text-right', each.undone && 'text-muted line-through')}>
      <PartsList parts={each.parts} />
      {each.credit !== 0n && (
        <p className="flex justify-between gap-3 text-[0.8125rem]">
          <span className="opacity-80">
            {each.credit > 0n ? 'Added to credit balance' : 'From credit balance'}
          </span>
          <span className="tabular-nums">{formatNaira(each.credit)}</span>
        </p>
      )}
      {each.correction && !each.undone && <AsIssued correction={each.correction} />}
    </div>
  )
}

/** The allocation as printed on the receipt, if a later transaction changed it. */
function AsIssued({ correction }: { correction: NonNullable<Happening['correction']> }) {
  return (
    <div className="mt-1 border-t border-line pt-1 text-[0.8125rem] text-muted">
      <p>
        Corrected on {dayText(correction.on)}. {correction.because}. As issued:
      </p>
      <PartsList parts={correction.parts} />
      {correction.credit !== 0n && (
        <p className="flex justify-between gap-3">
          <span className="opacity-80">Added to credit balance</span>
          <span className="tabular-nums">{formatNaira(correction.credit)}</span>
        </p>
      )}
    </div>
  )
}

function Origin({ loanId, each }: { loanId: string; each: Happening }) {
  return (
    <div className="min-w-0 text-[0.8125rem] max-md:text-right md:max-w-64">
      {each.reference && (
        <p className="break-all">
          {each.reference}
          {each.channel && <span className="text-muted"> · {capitalised(each.channel)}</span>}
        </p>
      )}
      <BankReference loanId={loanId} payment={each} />
      {each.proof && <ProofLink proof={each.proof} />}
      {each.note && <p className="break-words text-muted">“{each.note}”</p>}
      <p className="text-muted">
        {each.by ?? 'Iroko'}
        {each.approvedBy && `, approved by ${each.approvedBy}`}
        {each.enteredAt && (
          <>
            {' · '}
            <RelativeTime at={each.enteredAt} />
          </>
        )}
      </p>
    </div>
  )
}

function ProofLink({ proof }: { proof: NonNullable<Happening['proof']> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={`Open ${proof.title}`}
        onClick={() => setIsOpen(true)}
        className="inline-flex items-center gap-1 rounded font-medium underline underline-offset-2"
      >
        <Paperclip aria-hidden size={14} /> Proof
      </button>
      {isOpen && <DocumentViewer document={proof} onClose={() => setIsOpen(false)} />}
    </>
  )
}
