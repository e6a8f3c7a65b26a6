import { STAGES, type Stage } from '../contract/vocabulary.ts'

/** Every address of the console, written once. Pages and menus link through these. */

const part = encodeURIComponent

/** A tab of a page, and what it is narrowed to. */
const tabOf =
  (path: string) =>
  (tab: string, rest: Readonly<Record<string, string>> = {}): string =>
    `${path}?${new URLSearchParams({ tab, ...rest })}`

export const paths = {
  dashboard: '/',
  accounts: '/accounts',
  accountsTab: tabOf('/accounts'),
  account: (customerId: string) => `/accounts/${part(customerId)}`,
  accountEdit: (customerId: string) => `/accounts/${part(customerId)}/edit`,
  loan: (loanId: string) => `/accounts/loan/${part(loanId)}`,
  customers: '/customers',
  customer: (customerId: string) => `/customers/${part(customerId)}`,
  rejectedRequests: '/loan/requests/rejected',
  rejectedRequestEdit: (accountId: string) => `/loan/requests/rejected/edit/${part(accountId)}`,
  requests: (stage: Stage) => `/loan/requests/${stage}`,
  request: (stage: Stage, requestId: string) => `/loan/requests/${stage}/${part(requestId)}`,
  repaymentTracker: '/repayment-tracker',
  repaymentsTab: tabOf('/repayment-tracker'),
  repaymentNew: '/repayment-tracker/new',
  repayment: (id: string) => `/repayment-tracker/${part(id)}`,
  users: '/users',
  usersTab: tabOf('/users'),
  messaging: '/messaging',
  messagingTab: tabOf('/messaging'),
  messageTemplateNew: '/messaging/new-template',
  settings: '/settings',
  loanFrequency: '/settings/loan-frequency',
  linkStatus: '/settings/link-status',
  ippis: '/ippis',
  ippisTab: tabOf('/ippis'),
  ippisUpload: '/ippis/new-upload',
  /** One upload, from its first piece to its acceptance. */
  ippisUploadOf: (id: string) => `/ippis/new-upload?id=${part(id)}`,
  ippisCorrection: (correctsId: string) => `/ippis/new-upload?corrects=${part(correctsId)}`,
  login: '/auth/login',
  signup: '/auth/signup',
  reset: (token: string) => `/auth/reset/${part(token)}`,
  /** The public page; an officer's own link carries the code. */
  loanRequest: (accountOfficerCode?: string | null) =>
    accountOfficerCode ? `/loan-request?accountOfficerCode=${part(accountOfficerCode)}` : '/loan-request',
} as const

/** The queues a request can stand in; `rejected` has its own page. */
export { STAGES, type Stage }
export const isStage = (text: string | undefined): text is Stage => STAGES.some(stage => stage === text)

const withoutEndSlash = (path: string): string => path.toLowerCase().replace(/\/+$/, '')

/** Whether an address' hash leads to the public page, which is served without the console around it. */
export const isLoanRequest = (hash: string): boolean =>
  withoutEndSlash(hash.replace(/^#/, '').replace(/\?.*$/s, '')) === '/loan-request'

/** Where a person without a session may be: the loan request, and the pages that lead to a session. */
export function needsNoSession(pathname: string): boolean {
  const path = withoutEndSlash(pathname)
  return (
    path === '/loan-request' ||
    path === paths.login ||
    path === paths.signup ||
    /^\/auth\/reset\/[^/]+$/.test(path)
  )
}
