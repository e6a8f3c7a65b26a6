import { lazyPart } from '../ui/lazyPart.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Documents stand beside or below what a page is about, which need not wait for them. */
export const DocumentList = lazyPart(
  () => import('./DocumentEntries.tsx').then(part => part.DocumentEntries),
  <Skeleton className="my-3 h-12 w-full" />,
)

/** *History* stands on every record's page and is read on few: it is fetched when somebody looks. */
export const HistoryList = lazyPart(
  () => import('./HistoryEntries.tsx').then(part => part.HistoryEntries),
  <Skeleton className="my-3 h-12 w-full" />,
)

/** Few records have a pending change, so this part is loaded on demand. */
export const PendingApprovalNotice = lazyPart(
  () => import('./PendingApprovalCard.tsx').then(part => part.PendingApprovalCard),
  <Skeleton className="h-27 w-full rounded-lg" />,
)

/** What a customer was told stands on a tab that few open: it is fetched when somebody looks. */
export const MessagesList = lazyPart(
  () => import('./MessageItems.tsx').then(part => part.RecordMessages),
  <Skeleton className="m-5 h-12" />,
)
