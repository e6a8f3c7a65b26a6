import { lazyPart } from '../../ui/lazyPart.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** What a customer was told stands on a tab that few open: it is fetched when somebody looks. */
export const MessagesList = lazyPart(
  () => import('../../parts/MessageItems.tsx').then(part => part.RecordMessages),
  <Skeleton className="m-5 h-12" />,
)
