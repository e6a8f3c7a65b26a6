import { useState } from 'react'
import type { z } from 'zod/mini'
import { bankStatementApi } from '../../../../../contract/bankStatements.ts'
import { ENTRY_LABELS } from '../../../../../contract/labels.ts'
import { formatNaira, kobo, sum, ZERO } from '../../../../../engine/money.ts'
import { ActDialog } from '../../../../parts/ActDialog.tsx'
import { Amount } from '../../../../parts/Amount.tsx'
import { dayText } from '../../../../parts/figures.ts'
import { ListPage } from '../../../../parts/ListPage.tsx'
import { useList } from '../../../../parts/useList.ts'
import { CellText } from '../../../../ui/CellText.tsx'
import { Choices } from '../../../../ui/Choices.tsx'
import { DefinitionList } from '../../../../ui/DefinitionList.tsx'
import { SelectRow } from '../../../../ui/SelectRow.tsx'
import type { Column } from '../../../../ui/Table.tsx'

export type BankLine = z.output<typeof bankStatementApi.bankLineList.reply>['rows'][number]
export type Movement = z.output<typeof bankStatementApi.bankMovementList.reply>['rows'][number]

type Props = { code: number; lines: readonly BankLine[]; onClose: () => void }

/** Chooses the entries that one or more lines are. Their sums have to be equal. */
export function MatchDialog({ code, lines, onClose }: Props) {
  const [only] = lines
  const single = lines.length === 1 ? only : undefined
  const [scope, setScope] = useState<'amount' | 'all'>(single ? 'amount' : 'all')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Movement>>(new Map())
  const list = useList(
    bankStatementApi.bankMovementList,
    { code, ...(single && scope === 'amount' ? { lineId: single.id } : {}) },
    { limit: 25, cursor: 'entryCursor' },
  )
  const ofLines = sum(lines.map(({ amount }) => amount))
  const ofEntries = sum([...chosen.values()].map(({ amount }) => amount))
  const off = kobo(ofLines - ofEntries)
  const toggle = (entry: Movement): void =>
    setChosen(now => {
      const next = new Map(now)
      if (!next.delete(entry.entryId)) next.set(entry.entryId, entry)
      return next
    })
  return (
    <ActDialog
      endpoint={bankStatementApi.bankMatchMake}
      input={(_, id) => ({
        id,
        code,
        lines: lines.map(line => line.id),
        entries: [...chosen.keys()],
      })}
      done="Matched."
      onClose={onClose}
      width="wide"
      title={single ? 'Find entry' : `Match ${lines.length} lines`}
      description={
        single
          ? `${dayText(single.on)}, ${single.narration || single.reference}`
          : 'Select the entries that these lines are in the ledger.'
      }
      action="Match"
      isDirty={chosen.size > 0}
      disabledReason={
        chosen.size + lines.length < 2
          ? 'Select the entry first.'
          : off === ZERO
            ? undefined
            : `The sums differ by ${formatNaira(off)}.`
      }
    >
      <DefinitionList
        items={[
          { term: 'Statement lines', value: formatNaira(ofLines) },
          { term: 'Selected entries', value: formatNaira(ofEntries) },
          { term: 'Difference', value: formatNaira(off) },
        ]}
      />
      {single && (
        <Choices
          label="Entries"
          choices={[
            { value: 'amount', title: 'Of this amount' },
            { value: 'all', title: 'All outstanding' },
          ]}
          current={scope}
          onChoose={setScope}
        />
      )}
      <ListPage
        bare
        list={list}
        caption="Outstanding ledger entries"
        columns={[
          {
            id: 'select',
            title: 'Select',
            titleHidden: true,
            cell: row => (
              <SelectRow
                name={`entry ${row.entryId}`}
                checked={chosen.has(row.entryId)}
                onChange={() => toggle(row)}
              />
            ),
          },
          ...MOVEMENT_COLUMNS,
        ]}
        rowKey={row => row.entryId}
        empty={{
          compact: true,
          title: scope === 'amount' ? 'No entry of this amount' : 'No outstanding entries',
          text: 'Post the line if it is missing in the ledger.',
        }}
      />
    </ActDialog>
  )
}

export const MOVEMENT_COLUMNS: readonly Column<Movement>[] = [
  {
    id: 'entry',
    title: 'Entry',
    lead: true,
    cell: row => (
      <CellText beside={[`Entry ${row.entryId}`, ...row.references.slice(0, 2)].join(' · ')}>
        {row.note ?? ENTRY_LABELS[row.reason]}
      </CellText>
    ),
  },
  { id: 'on', title: 'Date', cell: row => dayText(row.on) },
  { id: 'amount', title: 'Amount', align: 'right', phone: 'amount', cell: row => <Amount of={row.amount} /> },
]
