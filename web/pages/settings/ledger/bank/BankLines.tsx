import { ChevronDown, Wand2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { bankStatementApi } from '../../../../../contract/bankStatements.ts'
import { journalApi } from '../../../../../contract/journals.ts'
import { countOf } from '../../../../../engine/countText.ts'
import { formatNaira, kobo, sum } from '../../../../../engine/money.ts'
import { useApi } from '../../../../api.ts'
import { ActDialog } from '../../../../parts/ActDialog.tsx'
import { Amount } from '../../../../parts/Amount.tsx'
import { dayText } from '../../../../parts/figures.ts'
import { ListPage } from '../../../../parts/ListPage.tsx'
import { useUrlFilter } from '../../../../parts/urlFilter.ts'
import { useList } from '../../../../parts/useList.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { CellText } from '../../../../ui/CellText.tsx'
import { Input } from '../../../../ui/Input.tsx'
import { Menu, type MenuItem } from '../../../../ui/Menu.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { SelectRow } from '../../../../ui/SelectRow.tsx'
import type { Column } from '../../../../ui/Table.tsx'
import { journalOptions } from '../accountWords.ts'
import { usePendingItems } from '../PendingItems.tsx'
import { type BankLine, MatchDialog } from './MatchDialog.tsx'
import { ReceiptDialog } from './ReceiptDialog.tsx'

type Doing =
  | { what: 'match'; lines: readonly BankLine[] }
  | { what: 'post' | 'receipt' | 'suspense' | 'undo'; line: BankLine }
  | { what: 'run' }

const FILTER = z.object({ state: z._default(z.enum(['open', 'matched', 'all']), 'open') })
const STATES = [
  { value: 'open', label: 'Not matched' },
  { value: 'matched', label: 'Matched' },
  { value: 'all', label: 'All' },
]

/** What the bank says, line by line, and which entry of the ledger each is. */
export function BankLines({ code, whyNot }: { code: number; whyNot: string | undefined }) {
  const { filter, setFilter } = useUrlFilter(FILTER)
  const list = useList(bankStatementApi.bankLineList, { code, state: filter.state }, { limit: 25 })
  const [chosen, setChosen] = useState<ReadonlyMap<string, BankLine>>(new Map())
  const [doing, setDoing] = useState<Doing>()
  const remembered = useApi(bankStatementApi.bankMatchDays, { code })
  const { notices } = usePendingItems('bankLine', 'Pending postings could not be loaded')
  const stop = (): void => {
    setDoing(undefined)
    setChosen(new Map())
  }
  const toggle = (line: BankLine): void =>
    setChosen(now => {
      const next = new Map(now)
      if (!next.delete(line.id)) next.set(line.id, line)
      return next
    })
  const lines = [...chosen.values()]
  return (
    <>
      <ListPage
        title="Statement lines"
        above={notices}
        actions={
          <>
            <Select
              label="State"
              labelHidden
              value={filter.state}
              options={STATES}
              onChange={event => setFilter({ state: event.target.value, cursor: undefined })}
            />
            <Button
              size="small"
              disabledReason={lines.length === 0 ? 'Select the lines first.' : whyNot}
              onClick={() => setDoing({ what: 'match', lines })}
            >
              {lines.length === 0
                ? 'Match'
                : `Match ${countOf(lines.length, 'line')}, ${formatNaira(sum(lines.map(({ amount }) => amount)))}`}
            </Button>
            <Button
              size="small"
              icon={<Wand2 aria-hidden size={15} />}
              disabledReason={
                whyNot ??
                (remembered.error ? 'The number of days could not be loaded. Reload the page.' : undefined)
              }
              pending={remembered.isPending}
              onClick={() => setDoing({ what: 'run' })}
            >
              Match automatically
            </Button>
          </>
        }
        list={list}
        caption="Lines of bank statements, newest first"
        columns={columnsFor(chosen, toggle, whyNot, setDoing)}
        rowKey={row => row.id}
        empty={{
          compact: true,
          title: filter.state === 'open' ? 'All lines are matched' : 'No lines',
          text: 'Lines appear here when a statement is uploaded.',
        }}
      />
      {doing?.what === 'match' && <MatchDialog code={code} lines={doing.lines} onClose={stop} />}
      {doing?.what === 'post' && <PostDialog line={doing.line} onClose={stop} />}
      {doing?.what === 'receipt' && <ReceiptDialog line={doing.line} onClose={stop} />}
      {doing?.what === 'suspense' && <SuspenseDialog line={doing.line} onClose={stop} />}
      {doing?.what === 'undo' && <UndoDialog line={doing.line} onClose={stop} />}
      {doing?.what === 'run' && remembered.data && (
        <RunDialog code={code} days={remembered.data.days} onClose={stop} />
      )}
    </>
  )
}

const columnsFor = (
  chosen: ReadonlyMap<string, BankLine>,
  toggle: (line: BankLine) => void,
  whyNot: string | undefined,
  onDo: (doing: Doing) => void,
): readonly Column<BankLine>[] => [
  {
    id: 'select',
    title: 'Select',
    titleHidden: true,
    cell: row => (
      <SelectRow
        name={row.narration || row.reference}
        checked={chosen.has(row.id)}
        {...(row.matchId ? { disabledReason: 'Matched already' } : {})}
        onChange={() => toggle(row)}
      />
    ),
  },
  {
    id: 'narration',
    title: 'Line',
    lead: true,
    cell: row => (
      <CellText beside={row.reference}>{row.narration || row.reference || 'No narration'}</CellText>
    ),
  },
  { id: 'on', title: 'Date', cell: row => dayText(row.on) },
  {
    id: 'state',
    title: 'Ledger',
    cell: row =>
      row.matchId ? (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone="positive">{row.matchKind === 'posted' ? 'Posted' : 'Matched'}</Badge>
          {row.entries.slice(0, 3).map(entry => (
            <EntryText key={entry} entry={entry} />
          ))}
          {row.entries.length > 3 && <span className="text-muted">and {row.entries.length - 3} more</span>}
        </span>
      ) : row.pendingApprovalId ? (
        <Badge tone="caution">Pending approval</Badge>
      ) : (
        <Badge>Not in the ledger</Badge>
      ),
  },
  { id: 'amount', title: 'Amount', align: 'right', phone: 'amount', cell: row => <Amount of={row.amount} /> },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: row =>
      row.matchId ? (
        <Button size="small" disabledReason={whyNot} onClick={() => onDo({ what: 'undo', line: row })}>
          Remove match
        </Button>
      ) : (
        <Menu
          label={`Actions for ${row.narration || row.reference}`}
          trigger={
            <Button size="small">
              Actions
              <ChevronDown aria-hidden size={14} />
            </Button>
          }
          items={actsFor(row, whyNot, onDo)}
        />
      ),
  },
]

function actsFor(
  line: BankLine,
  whyNot: string | undefined,
  onDo: (doing: Doing) => void,
): readonly MenuItem[] {
  const disabledReason = line.pendingApprovalId ? 'This line is pending approval.' : whyNot
  const isReceived = line.amount > 0n
  return [
    {
      id: 'match',
      title: 'Find entry',
      detail: 'It is in the ledger already.',
      disabledReason: whyNot,
      onSelect: () => onDo({ what: 'match', lines: [line] }),
    },
    ...(isReceived
      ? [
          {
            id: 'receipt',
            title: 'Record repayment',
            detail: 'It is a repayment of a loan.',
            disabledReason,
            onSelect: () => onDo({ what: 'receipt', line }),
          },
          {
            id: 'suspense',
            title: 'Send to suspense',
            detail: 'Its payer is not known.',
            disabledReason,
            onSelect: () => onDo({ what: 'suspense', line }),
          },
        ]
      : []),
    {
      id: 'post',
      title: isReceived ? 'Post receipt' : 'Post payment',
      detail: isReceived ? 'It is other income or a transfer.' : 'It is an expense or a transfer.',
      disabledReason,
      onSelect: () => onDo({ what: 'post', line }),
    },
  ]
}

const EntryText = ({ entry }: { entry: string }) => <span className="text-muted">Entry {entry}</span>

function PostDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const accounts = useApi(journalApi.ledgerAccountList, {})
  const isPaid = line.amount < 0n
  return (
    <ActDialog
      endpoint={bankStatementApi.bankLinePost}
      initial={{ counterCode: '', memo: line.narration.slice(0, 200) }}
      input={({ counterCode, memo, reason }, id) => ({
        id,
        lineId: line.id,
        counterCode: Number(counterCode),
        memo,
        reason,
      })}
      check={({ counterCode }) => (counterCode === '' ? { counterCode: 'Choose the account' } : {})}
      done="Submitted for approval."
      onClose={onClose}
      title={isPaid ? 'Post payment' : 'Post receipt'}
      description={`Needs approval. ${formatNaira(kobo(isPaid ? -line.amount : line.amount))}, ${dayText(line.on)}. It is posted on this date and matched.${isPaid ? '' : ' For a repayment of a loan, use Record repayment.'}`}
      action="Submit for approval"
      pending={!accounts.data}
      reason
    >
      {({ field }) => (
        <>
          <Select
            {...field('counterCode')}
            label={isPaid ? 'Paid for' : 'Received for'}
            options={journalOptions(accounts.data?.rows ?? [])}
            placeholder="Choose an account"
          />
          <Input {...field('memo')} label="Description" autoComplete="off" maxLength={201} />
        </>
      )}
    </ActDialog>
  )
}

function SuspenseDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={bankStatementApi.bankLineSuspense}
      input={({ reason }, id) => ({ id, lineId: line.id, reason })}
      done="Submitted for approval."
      onClose={onClose}
      title="Send to suspense"
      description={`Needs approval. ${formatNaira(line.amount)}, ${dayText(line.on)}. Once approved, apply it to a loan or refund it in the Repayment Tracker, tab Suspense.`}
      action="Submit for approval"
      reason={{ hint: 'How you tried to find the payer.' }}
    />
  )
}

function UndoDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={bankStatementApi.bankMatchUndo}
      input={({ reason }) => ({ id: line.matchId ?? '', reason })}
      done="Match removed."
      onClose={onClose}
      title="Remove match"
      description="Its lines and entries are open again. Nothing is reversed in the ledger."
      action="Remove match"
      danger
      reason
    />
  )
}

function RunDialog({ code, days, onClose }: { code: number; days: number; onClose: () => void }) {
  const [, setSearch] = useSearchParams()
  return (
    <ActDialog
      endpoint={bankStatementApi.bankMatchRun}
      initial={{ days: String(days) }}
      input={({ days }) => ({ code, days: Number(days) })}
      done={({ matched }) => [
        matched === 0 ? 'info' : 'success',
        matched === 0 ? 'No further line has exactly one entry.' : `${countOf(matched, 'line')} matched.`,
      ]}
      onDone={() => {
        setSearch(now => {
          now.delete('cursor')
          return now
        })
        onClose()
      }}
      onClose={onClose}
      title="Match automatically"
      description="Matches lines by reference, amount and date. Where more than one entry fits, the line is left to you."
      action="Match"
    >
      {({ field }) => (
        <Input
          {...field('days')}
          label="Days between statement and ledger"
          hint="From 0 to 60. Later uploads use the same number."
          inputMode="numeric"
          maxLength={2}
          autoFocus
        />
      )}
    </ActDialog>
  )
}
