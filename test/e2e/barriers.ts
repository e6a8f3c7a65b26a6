import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What keeps somebody from using the page, asked when it has come to rest: half-faded text has no contrast. */
export async function expectNoBarriers(page: Page, where = page.url()): Promise<void> {
  await expect(page.locator('[data-first-load], main [aria-busy=true]'), where).toHaveCount(0)
  await page.evaluate(async () => {
    const ends = ({ effect }: Animation): boolean =>
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    // one that is cut short by the next is as good as finished
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(animation => animation.finished),
    )
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(node => node.html).join(' | ')}`),
  ).toEqual([])
}

export async function expectFits(page: Page, where = page.url()): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, where).toBeLessThanOrEqual(0)
}
