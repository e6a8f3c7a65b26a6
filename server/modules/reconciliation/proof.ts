import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Tx } from '../../kernel/db.ts'
import * as store from './proof.sql.ts'

/** The columns of a payroll month against the file, the bank and the ledger. */
export const reconciliationChecks = [
  {
    name: 'Each column of a reconciled month is the file, the bank and the ledger',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const { months, other } = await store.otherColumns(tx)
      return {
        figure: `${months} months`,
        problems: other.map(
          ({ source, month, name, lines, facts }) =>
            `${source} ${month.slice(0, 7)}: ${name} of all persons is ${formatNaira(kobo(lines))}, of the records ${formatNaira(kobo(facts))}`,
        ),
      }
    },
  },
  {
    name: 'Every person of a reconciled month has the verdict of the amounts',
    async run(tx: Tx): Promise<{ figure: string; problems: string[] }> {
      const { lines, problems } = await store.otherVerdicts(tx)
      return { figure: `${lines} lines`, problems }
    },
  },
]
