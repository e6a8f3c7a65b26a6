import { QueryClientProvider } from '@tanstack/react-query'
import { HashRouter } from 'react-router'
import { createQueryClient } from './api.ts'
import { AppRoutes } from './routes.tsx'

const queries = createQueryClient()

/** Everything but the public page. */
export default function Console() {
  return (
    <QueryClientProvider client={queries}>
      <HashRouter>
        <AppRoutes />
      </HashRouter>
    </QueryClientProvider>
  )
}
