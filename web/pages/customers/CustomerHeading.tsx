import { ChevronDown, Eye, EyeOff, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { rolesWith } from '../../../contract/roles.ts'
import { useMay } from '../../parts/currentUser.ts'
import type { Revealed } from '../../parts/customer/CustomerRevealDialog.tsx'
import { CustomerStatusBadge } from '../../parts/customer/CustomerStatusBadge.tsx'
import { type Customer, fullName } from '../../parts/customer/customerWords.ts'
import { dayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

const CustomerRevealDialog = lazily(() =>
  import('../../parts/customer/CustomerRevealDialog.tsx').then(dialog => dialog.CustomerRevealDialog),
)
const StatusDialog = lazily(() =>
  import('../../parts/customer/StatusDialog.tsx').then(dialog => dialog.StatusDialog),
)
const RetirementDialog = lazily(() =>
  import('../../parts/customer/RetirementDialog.tsx').then(dialog => dialog.RetirementDialog),
)
const SubjectExportDialog = lazily(() =>
  import('../../parts/customer/SubjectExportDialog.tsx').then(dialog => dialog.SubjectExportDialog),
)
const EraseDialog = lazily(() =>
  import('../../parts/customer/EraseDialog.tsx').then(dialog => dialog.EraseDialog),
)

type Props = {
  customer: Customer
  revealed: Revealed | undefined
  onRevealed: (values: Revealed | undefined) => void
  whyNot: string | undefined
}

const NOT_REVEALER = `Only ${rolesWith('personal.reveal').join(', ')} may see personal numbers in full.`

export function CustomerHeading({ customer, revealed, onRevealed, whyNot }: Props) {
  const mayReveal = useMay('personal.reveal')
  const [doing, setDoing] = useState<'reveal' | 'status' | 'retirement' | 'subject' | 'erase'>()
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
            <span className="mr-2 align-middle">
              <CustomerStatusBadge status={row.status} />
            </span>
            <span className="font-medium text-ink tabular-nums">{row.number}</span> · staff no.{' '}
            {row.ippisNumber} · {row.mda} · customer since {dayInLagos(row.openedAt)}
          </>
        }
        actions={
          <>
            {revealed ? (
              <Button icon={<EyeOff aria-hidden size={16} />} onClick={() => onRevealed(undefined)}>
                Hide
              </Button>
            ) : (
              <Button
                icon={<Eye aria-hidden size={16} />}
                disabledReason={mayReveal ? undefined : NOT_REVEALER}
                onClick={() => setDoing('reveal')}
              >
                Reveal
              </Button>
            )}
            {whyNot ? (
              <Button icon={<SquarePen aria-hidden size={16} />} disabledReason={whyNot}>
                Edit
              </Button>
            ) : (
              <LinkButton to={paths.accountEdit(row.id)} icon={<SquarePen aria-hidden size={16} />}>
                Edit
              </LinkButton>
            )}
            <Menu
              label="More about this customer"
              trigger={
                <Button>
                  More
                  <ChevronDown aria-hidden size={16} />
                </Button>
              }
              items={[
                {
                  id: 'status',
                  title: 'Change status',
                  disabledReason: whyNot,
                  onSelect: () => setDoing('status'),
                },
                {
                  id: 'retirement',
                  title: 'Set the retirement date',
                  disabledReason: whyNot,
                  onSelect: () => setDoing('retirement'),
                },
                {
                  id: 'subject',
                  title: 'Hand over the whole file',
                  disabledReason: mayReveal ? undefined : NOT_REVEALER,
                  onSelect: () => setDoing('subject'),
                },
                {
                  id: 'erase',
                  title: 'Erase this person',
                  disabledReason: whyNot,
                  onSelect: () => setDoing('erase'),
                },
              ]}
            />
          </>
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
