import { useSearchParams } from 'react-router'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Overview } from './Overview.tsx'

const RowsScreen = lazyPart(
  () => import('./RowsScreen.tsx').then(screen => screen.RowsScreen),
  <Skeleton className="h-96 w-full" />,
)

export default function DashboardPage() {
  const [params] = useSearchParams()
  if (!params.has('cut') && !params.has('rows')) return <Overview />
  // another figure's rows begin at their first page
  return <RowsScreen key={`${params.get('rows')} ${params.get('cut')} ${params.get('key')}`} />
}
