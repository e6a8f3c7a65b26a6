import { lazyPart } from '../ui/lazyPart.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Documents stand beside or below what a page is about, which need not wait for them. */
export const DocumentList = lazyPart(
  () => import('./DocumentEntries.tsx').then(part => part.DocumentEntries),
  <Skeleton className="my-3 h-12 w-full" />,
)
