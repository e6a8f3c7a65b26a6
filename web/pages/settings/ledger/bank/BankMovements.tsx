import { useState } from 'react'
import { bankStatementApi } from '../../../../../contract/bankStatements.ts'
import { formatNaira, sum, ZERO } from '../../../../../engine/money.ts'
import { ActDialog } from '../../../../parts/ActDialog.tsx'
import { ListPage } from '../../../../parts/ListPage.tsx'
import { useList } from '../../../../parts/useList.ts'
import { Button } from '../../../../ui/Button.tsx'
import { SelectRow } from '../../../../ui/SelectRow.tsx'
import { MOVEMENT_COLUMNS, type Movement } from './MatchDialog.tsx'

/** Entries of the ledger that are on no statement; those that cancel each other are matched here. */
export function BankMovements({ code, whyNot }: { code: number; whyNot: string | undefined }) {
  const list = useList(bankStatementApi.bankMovementList, { code }, { limit: 25 })
  const [chosen, setChosen] = useState<ReadonlyMap<string, Movement>>(new Map())
  const [isMatching, setMatching] = useState(false)
  const off = sum([...chosen.values()].map(({ amount }) => amount))
  const toggle = (entry: Movement): void =>
    setChosen(now => {
      const next = new Map(now)
      if (!next.delete(entry.entryId)) next.set(entry.entryId, entry)
      return next
    })
  const stop = (): void => {
    setMatching(false)
    setChosen(new Map())
  }
  return (
    <>
      <ListPage
        title="Outstanding entries"
        actions={
          <Button
            size="small"
            disabledReason={
              whyNot ??
              (chosen.size < 2
                ? 'Select entries that cancel each other.'
                : off === ZERO
                  ? undefined
                  : `They differ by ${formatNaira(off)}.`)
            }
            onClick={() => setMatching(true)}
          >
            Match with each other
          </Button>
        }
        list={list}
        caption="Ledger entries that are not on a statement, newest first"
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
          title: 'No outstanding entries',
          text: 'Every entry of this account is on a statement.',
        }}
      />
      {isMatching && (
        <ActDialog
          endpoint={bankStatementApi.bankMatchMake}
          input={(_, id) => ({ id, code, lines: [], entries: [...chosen.keys()] })}
          done="Matched."
          onClose={stop}
          title="Match with each other"
          description={`${chosen.size} entries cancel each other. They no longer count as outstanding.`}
          action="Match"
        />
      )}
    </>
  )
}
