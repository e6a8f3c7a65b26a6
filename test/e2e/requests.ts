import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { adaeze, type Stated } from '../applicants.ts'
import { approve, type Clerk, openDesk, openDraft, UNSEEN_SOURCE } from './desk.ts'
import { enterAs, untilLoaded } from './enter.ts'

/** Requests and the people who decide on them, for the browser tests of the queues. */

export const desk = openDesk()

export type Submitted = { id: string; reference: string; stated: Stated }

type Options = { by?: Clerk; documents?: readonly string[] }

/** Somebody's request in the reviewer's queue. */
export async function submitRequest(
  changes: Partial<Stated> = {},
  options: Options = {},
): Promise<Submitted> {
  const { consent } = await desk.stranger('publicPage', {})
  const stated = adaeze({ consentVersion: consent.version, payrollSource: UNSEEN_SOURCE, ...changes })
  const id = randomUUID()
  const draftId = await openDraft(desk, options.documents)
  const submit = options.by ?? desk.stranger
  const { reference } = await submit('requestSubmit', { id, draftId, application: stated })
  return { id, reference, stated }
}

/** A colleague with these roles: signs up, the superAdmin lets them in, Emeka agrees where it takes two. */
export async function hire(firstName: string, roles: ('Reviewer' | 'Authorizer')[]): Promise<string> {
  const part = `${firstName.toLowerCase()}-${randomUUID().slice(0, 8)}`
  const email = `${part}@iroko.test`
  const password = DEMO_PASSWORD
  const form = { firstName, lastName: 'Eze', email, phone: '08030000077', password, confirm: password }
  await desk.stranger('signUp', form)
  const superAdmin = await desk.as('superadmin')
  const { rows } = await superAdmin('userList', { search: email })
  const { approvalId } = await superAdmin('userApprove', { id: rows[0]?.id ?? '', roles })
  if (approvalId) await approve(desk, approvalId)
  return part
}

type Look = { width?: number; dark?: boolean }

/** A browser of their own, wide or narrow, light or dark, with what they came for on the screen. */
export async function enter(browser: Browser, part: string, address: string, look: Look = {}): Promise<Page> {
  const { width = 1440, dark = false } = look
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    colorScheme: dark ? 'dark' : 'light',
    viewport: { width, height: width < 500 ? 844 : 900 },
  })
  const page = await enterAs(context, part, address)
  await expectLoaded(page)
  return page
}

export async function go(page: Page, address: string): Promise<void> {
  await page.goto(`/#${address}`)
  await expectLoaded(page)
}

async function expectLoaded(page: Page): Promise<void> {
  await untilLoaded(page)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('[data-first-load]')).toHaveCount(0)
}

export const requestAddress = (stage: string, { id }: { id: string }): string =>
  `/loan/requests/${stage}/${id}`
