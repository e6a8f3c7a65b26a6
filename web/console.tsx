import { QueryClientProvider } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { HashRouter } from 'react-router'
import { createQueryClient } from './api.ts'
import { needsNoSession } from './paths.ts'
import { AppRoutes } from './routes.tsx'
import { joinTabs, useSession } from './session.ts'

const queries = createQueryClient()
const joined = joinTabs(!needsNoSession(window.location.hash.slice(1).split('?')[0] ?? ''))

/** Everything but the public page. */
export default function Console() {
  use(joined)
  const { state } = useSession()
  // the next person to sign in here must not see what the last one had loaded
  useEffect(() => {
    if (state === 'none') queries.clear()
  }, [state])
  return (
    <QueryClientProvider client={queries}>
      <HashRouter>
        <AppRoutes />
      </HashRouter>
    </QueryClientProvider>
  )
}
