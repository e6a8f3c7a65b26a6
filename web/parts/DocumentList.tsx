import { lazily } from '../ui/lazily.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Documents stand beside or below what a page is about, which need not wait for them. */
export const DocumentList = lazily(
  () => import('./DocumentEntries.tsx').then(part => part.DocumentEntries),
  <Skeleton className="my-3 h-12 w-full" />,
)
