import { ChevronDown, Eye, EyeOff, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { rolesNamed } from '../../../contract/roles.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { useMay, VIEW_ONLY } from '../../parts/currentUser.ts'
import { type Customer, fullName } from '../../parts/customer/customerWords.ts'
import { dayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useRecordActs } from '../../ui/recordActs.ts'
import { useGuardedNavigate } from '../../ui/useGuardedNavigate.ts'
import type { Revealed } from './CustomerRevealDialog.tsx'
import { CustomerStatusBadge } from './customerColumns.tsx'

const CustomerRevealDialog = lazyPart(() =>
  import('./CustomerRevealDialog.tsx').then(dialog => dialog.CustomerRevealDialog),
)
const StatusDialog = lazyPart(() => import('./StatusDialog.tsx').then(dialog => dialog.StatusDialog))
const RetirementDialog = lazyPart(() =>
  import('./RetirementDialog.tsx').then(dialog => dialog.RetirementDialog),
)
const SubjectExportDialog = lazyPart(() =>
  import('./SubjectExportDialog.tsx').then(dialog => dialog.SubjectExportDialog),
)
const EraseDialog = lazyPart(() => import('./EraseDialog.tsx').then(dialog => dialog.EraseDialog))

type Props = {
  customer: Customer
  revealed: Revealed | undefined
  onRevealed: (values: Revealed | undefined) => void
  whyNot: string | undefined
}

type Doing = 'reveal' | 'status' | 'retirement' | 'subject' | 'erase'

const NOT_REVEALER = `Only ${rolesNamed('personal.reveal', 'and')} can reveal personal data.`

export function CustomerHeading({ customer, revealed, onRevealed, whyNot }: Props) {
  const [doing, setDoing] = useState<Doing>()
  const stop = (): void => setDoing(undefined)
  const { row } = customer
  const name = fullName(customer)
  return (
    <>
      <PageHeading
        title={name}
        back={<BackLink to={paths.customers}>Customers</BackLink>}
        description={
          <>
            <span className="mr-2">
              <CustomerStatusBadge status={row.status} />
            </span>
            <span className="font-medium text-ink tabular-nums">{row.number}</span> · {IPPIS_NO}{' '}
            {row.ippisNumber} · {row.mda} · customer since {dayInLagos(row.openedAt)}
          </>
        }
        actions={
          <Acts
            id={row.id}
            {...{ name, revealed, whyNot }}
            onHide={() => onRevealed(undefined)}
            onDo={setDoing}
          />
        }
      />
      {doing === 'reveal' && (
        <CustomerRevealDialog id={row.id} name={name} onClose={stop} onRevealed={onRevealed} />
      )}
      {doing === 'subject' && <SubjectExportDialog id={row.id} name={name} onClose={stop} />}
      {doing === 'erase' && <EraseDialog customer={customer} name={name} onClose={stop} />}
      {doing === 'status' && <StatusDialog customer={customer} onClose={stop} />}
      {doing === 'retirement' && <RetirementDialog customer={customer} onClose={stop} />}
    </>
  )
}

type ActsProps = Pick<Props, 'revealed' | 'whyNot'> & {
  id: string
  name: string
  onHide: () => void
  onDo: (doing: Doing) => void
}

function Acts({ id, name, revealed, whyNot, onHide, onDo }: ActsProps) {
  const mayChange = useMay('customer.change')
  const whyNoReveal = useMay('personal.reveal') ? undefined : NOT_REVEALER
  const follow = useGuardedNavigate()
  const more: MenuItem[] = [
    { id: 'status', title: 'Change status', disabledReason: whyNot, onSelect: () => onDo('status') },
    {
      id: 'retirement',
      title: 'Set retirement date',
      disabledReason: whyNot,
      onSelect: () => onDo('retirement'),
    },
    {
      id: 'subject',
      title: 'Export personal data',
      disabledReason: whyNoReveal,
      onSelect: () => onDo('subject'),
    },
    { id: 'erase', title: 'Erase personal data', disabledReason: whyNot, onSelect: () => onDo('erase') },
  ]
  const offered = mayChange ? more : more.filter(item => item.id === 'subject')
  useRecordActs(name, [
    revealed
      ? { id: 'hide', title: 'Hide personal data', onSelect: onHide }
      : {
          id: 'reveal',
          title: 'Reveal personal data',
          disabledReason: whyNoReveal,
          onSelect: () => onDo('reveal'),
        },
    ...(mayChange
      ? [{ id: 'edit', title: 'Edit', disabledReason: whyNot, onSelect: () => follow(paths.accountEdit(id)) }]
      : []),
    ...offered,
  ])
  return (
    <>
      {!mayChange && <p className="text-muted">{VIEW_ONLY}</p>}
      {revealed ? (
        <Button icon={<EyeOff aria-hidden size={16} />} onClick={onHide}>
          Hide
        </Button>
      ) : (
        <Button
          icon={<Eye aria-hidden size={16} />}
          disabledReason={whyNoReveal}
          onClick={() => onDo('reveal')}
        >
          Reveal
        </Button>
      )}
      {!mayChange ? null : whyNot ? (
        <Button icon={<SquarePen aria-hidden size={16} />} disabledReason={whyNot}>
          Edit
        </Button>
      ) : (
        <LinkButton to={paths.accountEdit(id)} icon={<SquarePen aria-hidden size={16} />}>
          Edit
        </LinkButton>
      )}
      <Menu
        label="More actions for this customer"
        trigger={
          <Button>
            More
            <ChevronDown aria-hidden size={16} />
          </Button>
        }
        items={offered}
      />
    </>
  )
}
