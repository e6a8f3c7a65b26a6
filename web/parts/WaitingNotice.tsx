import { lazyPart } from '../ui/lazyPart.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Few records have a change that waits; the others do not load what it takes to show one. */
export const WaitingNotice = lazyPart(
  () => import('./WaitingCard.tsx').then(part => part.WaitingCard),
  <Skeleton className="h-27 w-full rounded-lg" />,
)
