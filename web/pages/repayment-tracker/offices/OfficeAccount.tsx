import clsx from 'clsx'
import { HandCoins, Mail } from 'lucide-react'
import { useState } from 'react'
import { AGEING_LABELS, officesApi } from '../../../../contract/offices.ts'
import { countOf } from '../../../../engine/countText.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { dayText } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { WHY_NO_REPAYMENT } from '../../../parts/repayments/repaymentWords.ts'
import { useUrlParam } from '../../../parts/useUrlParam.ts'
import { paths } from '../../../paths.ts'
import { Actions, Button } from '../../../ui/Button.tsx'
import { CardSkeleton } from '../../../ui/Card.tsx'
import { Choices } from '../../../ui/Choices.tsx'
import { FigureStrip } from '../../../ui/FigureStrip.tsx'
import { BackLink } from '../../../ui/LinkButton.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { type Account, BatchList, type Doing, type ListProps, StatementList } from './OfficeBatches.tsx'
import { LetterList, PromiseList, ReceiptList, WriteDownList } from './OfficeEntries.tsx'
import { promiseText } from './officeWords.ts'

const ReceiptDialog = lazyPart(() => import('./ReceiptDialog.tsx').then(part => part.ReceiptDialog))
const AdviceDialog = lazyPart(() => import('./AdviceDialog.tsx').then(part => part.AdviceDialog))
const LetterDialog = lazyPart(() => import('./OfficeDialogs.tsx').then(part => part.LetterDialog))
const PromiseDialog = lazyPart(() => import('./OfficeDialogs.tsx').then(part => part.PromiseDialog))
const PromiseCancelDialog = lazyPart(() =>
  import('./OfficeDialogs.tsx').then(part => part.PromiseCancelDialog),
)
const ReverseReceiptDialog = lazyPart(() =>
  import('./OfficeDialogs.tsx').then(part => part.ReverseReceiptDialog),
)
const ReverseWriteDownDialog = lazyPart(() =>
  import('./OfficeDialogs.tsx').then(part => part.ReverseWriteDownDialog),
)
const WriteDownDialog = lazyPart(() => import('./OfficeDialogs.tsx').then(part => part.WriteDownDialog))

const VIEWS = [
  { value: 'batches', title: 'Open batches' },
  { value: 'statement', title: 'Statement' },
  { value: 'receipts', title: 'Receipts' },
  { value: 'letters', title: 'Demand letters' },
  { value: 'promises', title: 'Promises' },
  { value: 'writeDowns', title: 'Write-downs' },
] as const
type View = (typeof VIEWS)[number]['value']

/** The account of one payroll office. */
export function OfficeAccount({ source }: { source: string }) {
  const account = useApi(officesApi.officeGet, { source })
  const [param, setView] = useUrlParam('view')
  const [receiptId] = useUrlParam('receipt')
  const [doing, setDoing] = useState<Doing>()
  const mayAsk = useMay('money.ask')
  const whyNot = mayAsk ? undefined : WHY_NO_REPAYMENT
  const view = VIEWS.find(each => each.value === param)?.value ?? (receiptId ? 'receipts' : 'batches')
  if (account.error && !account.data) return <LoadError of={account} />
  if (!account.data) return <CardSkeleton lines={10} />
  const { data } = account
  return (
    <div className="flex flex-col gap-5">
      <BackLink to={paths.repaymentsTab('offices')}>Payroll offices</BackLink>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">{data.sourceName}</h2>
          {data.contact && <p className="text-muted">{data.contact}</p>}
        </div>
        <Actions>
          <Button
            icon={<Mail aria-hidden size={16} />}
            disabledReason={whyNot ?? (data.owed > 0n ? undefined : 'Nothing is owed.')}
            onClick={() => setDoing({ act: 'letter' })}
          >
            Issue demand letter
          </Button>
          <Button disabledReason={whyNot} onClick={() => setDoing({ act: 'promise' })}>
            Record promise
          </Button>
          <Button
            look="primary"
            icon={<HandCoins aria-hidden size={16} />}
            disabledReason={whyNot}
            onClick={() => setDoing({ act: 'record' })}
          >
            Record receipt
          </Button>
        </Actions>
      </div>
      <FigureStrip
        figures={[
          {
            term: 'Owed',
            value: formatNaira(data.owed),
            below: countOf(data.batches, 'open batch', 'open batches'),
          },
          {
            term: 'Oldest expected',
            value: data.oldestOn ? dayText(data.oldestOn) : 'None',
            below: 'by the payroll calendar',
          },
          { term: 'Unallocated credit', value: formatNaira(data.credit), below: 'received, not allocated' },
          { term: 'Provision', value: formatNaira(data.provision), below: 'reported, not posted' },
          {
            term: 'Promise',
            value: data.nextPromise ? formatNaira(data.nextPromise.amount) : 'None',
            below: data.nextPromise ? promiseText(data.nextPromise).replace(/^[^ ]+ /, '') : 'none is open',
          },
        ]}
      />
      <Ageing account={data} />
      <Choices label="Show" choices={VIEWS} current={view} onChoose={setView} />
      <Panel
        view={view}
        source={source}
        account={data}
        receiptId={receiptId}
        whyNot={whyNot}
        onDo={setDoing}
      />
      {doing && <Act doing={doing} account={data} onClose={() => setDoing(undefined)} />}
    </div>
  )
}

const Ageing = ({ account }: { account: Account }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-5">
    {AGEING_LABELS.map((label, n) => (
      <div key={label} className="bg-surface px-4 py-2.5 last:col-span-2 sm:last:col-span-1">
        <dt className="text-[0.8125rem] text-muted">{label}</dt>
        <dd
          className={clsx(
            'font-medium tabular-nums',
            n > 2 && (account.ageing[n] ?? 0n) > 0n && 'text-negative',
          )}
        >
          <Amount of={account.ageing[n] ?? account.credit} />
        </dd>
      </div>
    ))}
  </dl>
)

function Act({ doing, account, onClose }: { doing: Doing; account: Account; onClose: () => void }) {
  switch (doing.act) {
    case 'record':
      return <ReceiptDialog source={account.source} onClose={onClose} />
    case 'allocate':
      return <ReceiptDialog receipt={doing.receipt} onClose={onClose} />
    case 'advice':
      return <AdviceDialog receipt={doing.receipt} onClose={onClose} />
    case 'reverse':
      return <ReverseReceiptDialog receipt={doing.receipt} onClose={onClose} />
    case 'letter':
      return <LetterDialog source={account.source} name={account.sourceName} onClose={onClose} />
    case 'promise':
      return <PromiseDialog source={account.source} name={account.sourceName} onClose={onClose} />
    case 'cancelPromise':
      return <PromiseCancelDialog promise={doing.promise} onClose={onClose} />
    case 'writeDown':
      return <WriteDownDialog batch={doing.batch} onClose={onClose} />
    case 'reverseWriteDown':
      return <ReverseWriteDownDialog writeDown={doing.writeDown} onClose={onClose} />
  }
}

type PanelProps = ListProps & { view: View }

function Panel({ view, ...props }: PanelProps) {
  switch (view) {
    case 'batches':
      return <BatchList {...props} />
    case 'statement':
      return <StatementList source={props.source} />
    case 'receipts':
      return <ReceiptList {...props} />
    case 'letters':
      return <LetterList source={props.source} />
    case 'promises':
      return <PromiseList {...props} />
    case 'writeDowns':
      return <WriteDownList {...props} />
  }
}
