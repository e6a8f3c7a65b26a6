import { Plus } from 'lucide-react'
import { useState } from 'react'
import { BANK_ACCOUNT_TYPES, DEFAULT_BANK_CODE, journalApi } from '../../../../contract/journals.ts'
import { ACCOUNT_KINDS } from '../../../../contract/ledger.ts'
import { ACCOUNT_BANK_OPTIONS, findBank } from '../../../../contract/nigeria.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { formatNaira, negate } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { AccountNumberField } from '../../../parts/applicantFields.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { wholeList } from '../../../parts/useList.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Hint, Meanings } from '../../../ui/Hint.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { type Account, KIND_LABELS } from './accountWords.ts'
import { usePendingItems } from './PendingItems.tsx'
import { AccountLink } from './TrialBalance.tsx'

/** Every account, those of Iroko and those the lender added, with its code in the accountant's system. */
export function ChartOfAccounts() {
  const accounts = useApi(journalApi.ledgerAccountList, {})
  const [edited, setEdited] = useState<Account | 'new'>()
  const mayAsk = useMay('money.ask')
  const whyNot = mayAsk ? undefined : `Only ${rolesNamed('money.ask', 'and')} can do this.`
  const { notices } = usePendingItems('ledgerAccount', 'Pending changes of accounts could not be loaded')
  return (
    <>
      <ListPage
        title="Chart of accounts"
        actions={
          <>
            <Hint label="Meaning of the chart of accounts">
              <Meanings of={MEANINGS} />
            </Hint>
            <Button
              size="small"
              icon={<Plus aria-hidden size={15} />}
              disabledReason={whyNot}
              onClick={() => setEdited('new')}
            >
              Add account
            </Button>
          </>
        }
        above={notices}
        list={wholeList(accounts)}
        caption="Chart of accounts, by code"
        columns={columnsFor(whyNot, setEdited)}
        rowKey={row => String(row.code)}
        empty={null}
      />
      {edited && (
        <AccountDialog
          account={edited === 'new' ? undefined : edited}
          taken={accounts.data?.rows ?? []}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

const MEANINGS = [
  {
    term: 'Own account',
    means: 'Added by your company, for costs, equipment, bank loans, tax or capital. Journals post on it.',
  },
  {
    term: 'Account of Iroko',
    means: 'Iroko posts on it. It cannot be closed, and its kind stays.',
  },
  {
    term: 'Bank or cash account',
    means:
      'Holds money of your company. Bank accounts are reconciled with their statements. 1010 is the default.',
  },
  { term: 'House code', means: 'The code of the account in the system of your accountant.' },
]

/** "Zenith Bank •••• 4321". */
export function bankText(bank: NonNullable<Account['bank']>): string {
  if (bank.type === 'cash') return `Cash: ${bank.accountName}`
  const name = findBank(bank.bankCode)?.Name
  return name ? `${name} •••• ${bank.accountEnding}` : 'Bank account: bank not provided'
}

function sideText(balance: Account['balance']): string {
  if (balance === 0n) return formatNaira(balance)
  return balance > 0n ? `${formatNaira(balance)} Dr` : `${formatNaira(negate(balance))} Cr`
}

const columnsFor = (
  whyNot: string | undefined,
  onEdit: (account: Account) => void,
): readonly Column<Account>[] => [
  {
    id: 'account',
    title: 'Account',
    lead: true,
    cell: row => (
      <>
        <AccountLink code={row.code} title={row.title} />
        <span className="block text-[0.8125rem] font-normal text-muted">
          {row.code} · {KIND_LABELS[row.kind]}
        </span>
        {row.bank && (
          <span className="block text-[0.8125rem] font-normal text-muted">{bankText(row.bank)}</span>
        )}
      </>
    ),
  },
  { id: 'houseCode', title: 'House code', cell: row => row.houseCode },
  {
    id: 'own',
    title: 'Account of',
    cell: row =>
      row.isClosed ? (
        <Badge>Closed</Badge>
      ) : row.isOwn ? (
        'Your company'
      ) : (
        <span className="text-muted">Iroko</span>
      ),
  },
  {
    id: 'balance',
    title: 'Balance',
    align: 'right',
    phone: 'amount',
    cell: row => <span className="whitespace-nowrap tabular-nums">{sideText(row.balance)}</span>,
  },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: row => (
      <Button
        size="small"
        aria-label={`Change account ${row.code} ${row.title}`}
        disabledReason={row.pendingApprovalId ? 'A change is pending approval already.' : whyNot}
        onClick={() => onEdit(row)}
      >
        Change
      </Button>
    ),
  },
]

/** The default bank account, and assets that the lender added. */
const mayHoldMoney = (account: Account | undefined): boolean =>
  !account || account.isOwn || account.code === DEFAULT_BANK_CODE

type DialogProps = { account: Account | undefined; taken: readonly Account[]; onClose: () => void }

function AccountDialog({ account, taken, onClose }: DialogProps) {
  return (
    <ActDialog
      endpoint={journalApi.ledgerAccountSave}
      initial={{
        code: account ? String(account.code) : '',
        title: account?.title ?? '',
        kind: account?.kind ?? 'expense',
        houseCode: account?.houseCode ?? '',
        isClosed: account?.isClosed ?? false,
        holds: account?.bank?.type ?? '',
        'bank.bankCode': account?.bank?.bankCode ?? '',
        'bank.accountNumber': '',
        'bank.accountName': account?.bank?.accountName ?? '',
      }}
      input={({ code, title, kind, houseCode, isClosed, holds, reason, ...bank }) => ({
        code: Number(code),
        title,
        kind,
        houseCode,
        isClosed,
        ...(holds && {
          bank: {
            type: holds as 'bank' | 'cash',
            bankCode: holds === 'bank' ? bank['bank.bankCode'] : '',
            accountNumber: holds === 'bank' ? bank['bank.accountNumber'].replace(/[\s-]/g, '') : '',
            accountName: bank['bank.accountName'],
          },
        }),
        reason,
      })}
      check={({ code }) => {
        const known = !account && taken.find(each => String(each.code) === code.trim())
        return known ? { code: `${known.code} is ${known.title}` } : {}
      }}
      done="Submitted for approval."
      onClose={onClose}
      title={account ? `Change ${account.title}` : 'Add account'}
      description="Needs approval."
      action="Submit for approval"
      reason
    >
      {({ field, values, set }) => (
        <>
          {!account && (
            <Input
              {...field('code')}
              label="Code"
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              hint="Four digits: 1000s assets, 2000s liabilities, 3000s equity, 4000s income, 5000s and above expenses."
              autoFocus
            />
          )}
          <Input {...field('title')} label="Title" autoComplete="off" maxLength={81} />
          {(!account || account.isOwn) && (
            <Select
              {...field('kind')}
              label="Kind"
              options={ACCOUNT_KINDS.map(kind => ({ value: kind, label: KIND_LABELS[kind] }))}
            />
          )}
          <Input
            {...field('houseCode')}
            label="House code"
            hint="Its code in the system of your accountant, if it has one."
            autoComplete="off"
            maxLength={61}
          />
          {mayHoldMoney(account) && values.kind === 'asset' && (
            <Select
              {...field('holds')}
              label="Holds money"
              options={[
                ...(account?.bank ? [] : [{ value: '', label: 'No' }]),
                ...BANK_ACCOUNT_TYPES.filter(
                  type => type === 'bank' || account?.code !== DEFAULT_BANK_CODE,
                ).map(type => ({ value: type, label: type === 'bank' ? 'At a bank' : 'In cash' })),
              ]}
            />
          )}
          {values.kind === 'asset' && values.holds && (
            <>
              {values.holds === 'bank' && (
                <>
                  <Select
                    {...field('bank.bankCode')}
                    label="Bank"
                    options={ACCOUNT_BANK_OPTIONS}
                    placeholder="Choose a bank"
                  />
                  <AccountNumberField
                    field={field('bank.accountNumber')}
                    bankCode={values['bank.bankCode']}
                    placeholder={account?.bank?.accountEnding ? 'Unchanged' : ''}
                    hint={
                      account?.bank?.accountEnding
                        ? `Ends in ${account.bank.accountEnding}. Leave empty to keep it.`
                        : 'Ten digits.'
                    }
                  />
                </>
              )}
              <Input
                {...field('bank.accountName')}
                label={values.holds === 'bank' ? 'Account name' : 'Name of the cash box'}
                autoComplete="off"
                maxLength={101}
              />
            </>
          )}
          {account?.isOwn && (
            <Checkbox
              label="Closed: takes no journals any more"
              checked={values.isClosed}
              onChange={event => set('isClosed', event.target.checked)}
            />
          )}
        </>
      )}
    </ActDialog>
  )
}
