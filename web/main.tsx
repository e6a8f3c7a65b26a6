import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { isLoanRequest } from './paths.ts'
import { Spinner } from './ui/Spinner.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Applicants on a weak line fetch only their page; the console's router and caches would add a fifth to it. */
const isApplicant = isLoanRequest(window.location.hash)
const loadApplicant = () => import('./applicant.tsx')
const loadConsole = () => import('./console.tsx')
// chosen outside: inside one function the minifier would merge what the two preload
const Root = lazy(isApplicant ? loadApplicant : loadConsole)
window.addEventListener('hashchange', () => {
  if (isLoanRequest(window.location.hash) !== isApplicant) window.location.reload()
})

createRoot(root).render(
  <StrictMode>
    <Suspense fallback={<Spinner centred />}>
      <Root />
    </Suspense>
  </StrictMode>,
)
