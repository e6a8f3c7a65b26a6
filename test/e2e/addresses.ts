import { readFile } from 'node:fs/promises'
import type { Clerk } from './desk.ts'

/** Every page by its address, for whoever walks or pictures all of them. */

/** As the router has them, so that a new page is among them by itself. */
async function readRoutes(): Promise<string[]> {
  const source = await readFile(new URL('../../web/routes.tsx', import.meta.url), 'utf8')
  const routes = [...source.matchAll(/\[\s*'(\/[^'*]*)',\s*\(\) => import\(/g)].map(match => match[1] ?? '')
  if (routes.length < 20) throw new Error('web/routes.tsx is written in a way that is not read here.')
  return [...routes, '/loan-request']
}

/** Records of the lender, by the name of the parameter that they fill. */
export async function sampleRecords(desk: Clerk): Promise<Record<string, string>> {
  const loan = (await desk('loanList', { tab: 'arrears', limit: 1 })).rows[0]
  const request = (await desk('requestList', { stage: 'reviewer', limit: 1 })).rows[0]
  const rejected = (await desk('requestList', { stage: 'rejected', limit: 1 })).rows[0]
  const batches = (await desk('repaymentList', { limit: 200 })).rows
  return {
    customerId: loan?.customerId ?? '',
    loanId: loan?.id ?? '',
    stage: 'reviewer',
    requestId: request?.id ?? '',
    accountId: rejected?.id ?? '',
    id: (batches.find(batch => batch.status === 'posted') ?? batches[0])?.id ?? '',
    token: 'a-link-that-was-used-up-already',
  }
}

/** The routes of the console, of the way in and of the public page, each parameter filled with a record. */
export async function pageAddresses(desk: Clerk): Promise<string[]> {
  const samples = await sampleRecords(desk)
  return (await readRoutes()).map(route =>
    route.replace(/:(\w+)/g, (_, name: string) => {
      const sample = samples[name]
      if (!sample) throw new Error(`${route} needs a sample for :${name}; add one to sampleRecords().`)
      return sample
    }),
  )
}

/** What is seen without a session. */
export const isOutside = (address: string): boolean => /^\/(auth|loan-request)/.test(address)
