import type { z } from 'zod/mini'
import type { journalApi } from '../../../../contract/journals.ts'
import type { AccountKind } from '../../../../contract/ledger.ts'
import type { Option } from '../../../ui/Select.tsx'

export type Account = z.output<typeof journalApi.ledgerAccountList.reply>['rows'][number]

export const KIND_LABELS: Record<AccountKind, string> = {
  asset: 'Asset',
  liability: 'Liability',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expense',
}

/** Accounts that a journal can be posted on. */
export const journalOptions = (accounts: readonly Account[]): Option[] =>
  accounts
    .filter(({ takesJournals }) => takesJournals)
    .map(({ code, title, houseCode, kind }) => ({
      value: String(code),
      label: `${code} ${title}`,
      also: `${houseCode} ${KIND_LABELS[kind]}`,
    }))
