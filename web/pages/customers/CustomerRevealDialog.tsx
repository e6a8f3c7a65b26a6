import { customerApi } from '../../../contract/customers.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import { RevealDialog } from '../../parts/RevealDialog.tsx'

export type Revealed = Reply<typeof customerApi.customerReveal>

type Props = { id: string; name: string; onClose: () => void; onRevealed: (values: Revealed) => void }

export function CustomerRevealDialog({ id, ...rest }: Props) {
  return (
    <RevealDialog
      {...rest}
      shows="BVN, NIN, account number, phones and pay"
      reveal={reason => call(customerApi.customerReveal, { id, reason })}
    />
  )
}
