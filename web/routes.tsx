import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Route, Routes } from 'react-router'
import { LoginCheck } from './layouts/LoginCheck.tsx'
import { Spinner } from './ui/Spinner.tsx'

type Loader = () => Promise<{ default: ComponentType }>
type Map = readonly (readonly [path: string, page: Loader])[]

const NotFound = lazy(() => import('./pages/NotFoundPage.tsx'))

/** The console: sidebar, header, footer. Static paths win over `:parameters`, whatever the order here. */
const MAIN: Map = [
  ['/', () => import('./pages/dashboard/DashboardPage.tsx')],
  ['/accounts', () => import('./pages/accounts/AccountsPage.tsx')],
  ['/accounts/:customerId', () => import('./pages/accounts/AccountPage.tsx')],
  ['/accounts/:customerId/edit', () => import('./pages/accounts/AccountEditPage.tsx')],
  ['/accounts/loan/:loanId', () => import('./pages/accounts/LoanPage.tsx')],
  ['/customers', () => import('./pages/customers/CustomersPage.tsx')],
  ['/customers/:customerId', () => import('./pages/customers/CustomerPage.tsx')],
  ['/loan/requests/rejected', () => import('./pages/loan/requests/RejectedRequestsPage.tsx')],
  [
    '/loan/requests/rejected/edit/:accountId',
    () => import('./pages/loan/requests/RejectedRequestEditPage.tsx'),
  ],
  ['/loan/requests/:stage', () => import('./pages/loan/requests/RequestsPage.tsx')],
  ['/loan/requests/:stage/:requestId', () => import('./pages/loan/requests/RequestPage.tsx')],
  ['/repayment-tracker', () => import('./pages/repayment-tracker/RepaymentsPage.tsx')],
  ['/repayment-tracker/new', () => import('./pages/repayment-tracker/RepaymentNewPage.tsx')],
  ['/repayment-tracker/:id', () => import('./pages/repayment-tracker/RepaymentPage.tsx')],
  ['/users', () => import('./pages/users/UsersPage.tsx')],
  ['/messaging', () => import('./pages/messaging/MessagingPage.tsx')],
  ['/messaging/new-template', () => import('./pages/messaging/TemplateNewPage.tsx')],
  ['/settings', () => import('./pages/settings/SettingsPage.tsx')],
  ['/settings/loan-frequency', () => import('./pages/settings/LoanFrequencyPage.tsx')],
  ['/settings/link-status', () => import('./pages/settings/LinkStatusPage.tsx')],
  ['/ippis', () => import('./pages/ippis/IppisPage.tsx')],
  ['/ippis/new-upload', () => import('./pages/ippis/IppisUploadPage.tsx')],
  ['/*', () => import('./pages/NotFoundPage.tsx')],
]

/** Before a session: a card over the grove. */
const AUTH: Map = [
  ['/auth/login', () => import('./pages/auth/LoginPage.tsx')],
  ['/auth/signup', () => import('./pages/auth/SignUpPage.tsx')],
  ['/auth/reset/:token', () => import('./pages/auth/ResetPage.tsx')],
]

const routesOf = (map: Map) =>
  map.map(([path, load]) => {
    const Page = lazy(load)
    return <Route key={path} path={path} element={<Page />} />
  })

const MainLayout = lazy(() => import('./layouts/MainLayout.tsx'))
const AuthLayout = lazy(() => import('./layouts/AuthLayout.tsx'))

/** Outside every layout the page is all there is. */
const bareNotFound = (
  <main className="px-4">
    <NotFound />
  </main>
)

/** The public page has a root of its own (`main.tsx`): a link to it from the console loads it again. */
function ToPublicPage() {
  useEffect(() => window.location.reload(), [])
  return <Spinner centred />
}

const routes = (
  <>
    <Route element={<MainLayout />}>{routesOf(MAIN)}</Route>
    <Route element={<AuthLayout />}>{routesOf(AUTH)}</Route>
    <Route path="/auth/*" element={bareNotFound} />
    <Route path="/loan-request" element={<ToPublicPage />} />
    <Route path="/loan-request/*" element={bareNotFound} />
  </>
)

export function AppRoutes() {
  return (
    <LoginCheck>
      <Suspense fallback={<Spinner centred />}>
        <Routes>{routes}</Routes>
      </Suspense>
    </LoginCheck>
  )
}
