import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { today } from './deductions.ts'
import { approve } from './desk.ts'
import { desk, go } from './requests.ts'

/** A payroll office of a test's own, and the approver at the screen. */

export const ELEMENT = 'IROKO LOAN'

export type Office = { code: string; name: string }

/** An office that keeps 1%. It pays on the last day of the month, so its list of this month is always due. */
export async function openOffice(): Promise<Office> {
  const tag = randomUUID().slice(0, 6).toUpperCase()
  const office = { code: `PM${tag}`, name: `Payroll office ${tag}` }
  const admin = await desk.as('admin')
  // other tests change settings, too
  await expect(async () => {
    const { rows } = await admin('settingList', {})
    const payroll = rows.find(row => row.section === 'payroll')
    const value = payroll?.value as { sources: Record<string, unknown>[] }
    const like = value.sources[0] ?? {}
    const source = {
      ...like,
      ...office,
      payDay: 31,
      elements: [{ match: 'exact', value: ELEMENT }],
      charge: { kind: 'share', ppm: 10_000, each: '0' },
    }
    const { approvalId } = await admin('settingChange', {
      section: 'payroll',
      value: { ...value, sources: [...value.sources, source] },
      effectiveOn: today,
      reason: 'As agreed with the office',
      basedOn: payroll?.version ?? 0,
    } as never)
    await approve(desk, approvalId)
  }).toPass({ timeout: 60_000 })
  return office
}

/** Emeka approves what is open before him. */
export async function approveHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await confirm(page)
}

/** Emeka finds it among what is pending his approval, and approves it. */
export async function approveOnDesk(page: Page, summary: string): Promise<void> {
  await go(page, '/')
  // what was submitted since the desk was opened
  await page.reload()
  const review = page.getByRole('button', { name: new RegExp(`^Review: .*${summary}`) })
  const next = page
    .getByRole('region', { name: 'Pending your approval' })
    .getByRole('button', { name: 'Next' })
  await expect(async () => {
    if (!(await review.isVisible()) && (await next.isVisible())) await next.click({ timeout: 5_000 })
    await expect(review).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await review.click()
  await confirm(page)
}

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeVisible()
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
}
