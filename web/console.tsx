import { QueryClientProvider } from '@tanstack/react-query'
import { use } from 'react'
import { HashRouter } from 'react-router'
import { createQueryClient } from './api.ts'
import { needsNoSession } from './paths.ts'
import { AppRoutes } from './routes.tsx'
import { joinTabs, onSessionEnd } from './session.ts'

const queries = createQueryClient()
// the next person to sign in here must not see what the last one had loaded
onSessionEnd(() => queries.clear())
const joined = joinTabs(!needsNoSession(window.location.hash.slice(1).split('?')[0] ?? ''))

/** Everything but the public page. */
export default function Console() {
  use(joined)
  return (
    <QueryClientProvider client={queries}>
      <HashRouter>
        <AppRoutes />
      </HashRouter>
    </QueryClientProvider>
  )
}
