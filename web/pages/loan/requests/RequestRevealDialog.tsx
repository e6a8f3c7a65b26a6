import type { Reply } from '../../../../contract/endpoint.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { call } from '../../../api.ts'
import { RevealDialog } from '../../../parts/RevealDialog.tsx'

export type Revealed = Reply<typeof requestApi.requestReveal>

type Props = { id: string; reference: string; onClose: () => void; onRevealed: (values: Revealed) => void }

export function RequestRevealDialog({ id, reference, ...rest }: Props) {
  return (
    <RevealDialog
      {...rest}
      name={reference}
      shows="BVN, NIN, account number, phones and net pay"
      reveal={reason => call(requestApi.requestReveal, { id, reason })}
    />
  )
}
