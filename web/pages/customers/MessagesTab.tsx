import { customerApi } from '../../../contract/customers.ts'
import { useApi } from '../../api.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { MessageItems } from '../../parts/MessageItems.tsx'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** The newest messages. The whole log is under Messaging. */
const SHOWN_MAX = 50

export function MessagesTab({ customerId }: { customerId: string }) {
  const messages = useApi(customerApi.customerMessages, { id: customerId, limit: SHOWN_MAX })
  return (
    <Card flush title="Messages to this customer">
      {messages.data && <MessageItems {...messages.data} />}
      {!messages.data && (messages.error ? <LoadError of={messages} /> : <Skeleton className="m-5 h-12" />)}
    </Card>
  )
}
