import { lazyPart } from '../ui/lazyPart.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** *History* stands on every record's page and is read on few: it is fetched when somebody looks. */
export const HistoryList = lazyPart(
  () => import('./HistoryEntries.tsx').then(part => part.HistoryEntries),
  <Skeleton className="my-3 h-12 w-full" />,
)
