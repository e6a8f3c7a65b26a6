import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { solveChallenge } from 'altcha-lib/v1'
import { DEMO_PASSWORD } from '../../db/demo/staff.ts'
import { adaeze, type Stated } from '../applicants.ts'
import { type Clerk, type Desk, openDesk } from './desk.ts'

/** Requests and the people who decide on them, for the browser tests of the queues. */

export const desk = openDesk()

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

async function openDraft({ stranger }: Desk, documents: readonly string[]): Promise<string> {
  const { proofOfWork } = await stranger('publicPage', {})
  const { algorithm, challenge, salt, signature, maxnumber } = proofOfWork
  const solved = await solveChallenge(challenge, salt, algorithm as 'SHA-256', maxnumber).promise
  const proof = { algorithm, challenge, salt, signature, number: solved?.number ?? 0 }
  const id = randomUUID()
  await stranger('draftOpen', {
    id,
    proof: Buffer.from(JSON.stringify(proof)).toString('base64'),
    website: '',
  })
  for (const title of documents)
    await stranger('draftDocumentAdd', { draftId: id, id: randomUUID(), title, path: DOT })
  return id
}

export type Submitted = { id: string; reference: string; stated: Stated }

type Options = { by?: Clerk; documents?: readonly string[] }

/** Somebody's request in the reviewer's queue. */
export async function submitRequest(
  changes: Partial<Stated> = {},
  options: Options = {},
): Promise<Submitted> {
  const { by = desk.stranger, documents = ['Work identity card', 'Latest payslip'] } = options
  const { consent } = await desk.stranger('publicPage', {})
  const stated = adaeze({ consentVersion: consent.version, ...changes })
  const id = randomUUID()
  const draftId = await openDraft(desk, documents)
  const { reference } = await by('requestSubmit', { id, draftId, application: stated })
  return { id, reference, stated }
}

/** A colleague with these roles: signs up, the superAdmin lets them in, Emeka agrees where it takes two. */
export async function hire(firstName: string, roles: ('Reviewer' | 'Authorizer')[]): Promise<string> {
  const email = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}@iroko.test`
  const password = DEMO_PASSWORD
  const form = { firstName, lastName: 'Eze', email, phone: '08030000077', password, confirm: password }
  await desk.stranger('signUp', form)
  const superAdmin = await desk.as('superadmin')
  const { rows } = await superAdmin('userList', { search: email })
  const { approvalId } = await superAdmin('userApprove', { id: rows[0]?.id ?? '', roles })
  if (approvalId) await (await desk.as('authorizer'))('approvalApprove', { id: approvalId })
  return email
}

type Look = { width?: number; dark?: boolean }

/** A browser of their own for one of the sample lender's people, or for whoever has this e-mail. */
export async function enter(browser: Browser, who: string, address: string, look: Look = {}): Promise<Page> {
  const { width = 1440, dark = false } = look
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    colorScheme: dark ? 'dark' : 'light',
    viewport: { width, height: width < 500 ? 844 : 900 },
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('E-mail').fill(who.includes('@') ? who : `${who}@iroko.test`)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  const button = page.getByRole('button', { name: /sign in/i })
  // another test may be signing in as the same person at this moment
  await expect(async () => {
    if (await button.isVisible()) await button.click()
    await expect(page).toHaveURL(/#\/$/, { timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await go(page, address)
  return page
}

export async function go(page: Page, address: string): Promise<void> {
  await page.goto(`/#${address}`)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[data-first-load]')).toHaveCount(0)
}

export const requestAddress = (stage: string, { id }: { id: string }): string =>
  `/loan/requests/${stage}/${id}`
