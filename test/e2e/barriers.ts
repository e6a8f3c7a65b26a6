import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Every fade of ours is shorter; a toast that counts its seconds, and stops counting, is not waited for. */
const LONGEST_FADE_MS = 400

/** What keeps somebody from using the page, asked when it has come to rest: half-faded text has no contrast. */
export async function expectNoBarriers(page: Page, where = page.url()): Promise<void> {
  await expect(page.locator('[data-first-load], main [aria-busy=true]'), where).toHaveCount(0)
  await page.evaluate(async longest => {
    const fades = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= longest)
    // one that is cut short by the next is as good as finished
    await Promise.allSettled(fades.map(fade => fade.finished))
  }, LONGEST_FADE_MS)
  const { violations } = await new AxeBuilder({ page })
    // our pages have no frames: all is asked in the page itself, not worked up in a second one opened for it
    .setLegacyMode()
    // the same rules; only what is in order is not listed element by element
    .options({ resultTypes: ['violations'] })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(node => node.html).join(' | ')}`),
  ).toEqual([])
}

export async function expectFits(page: Page, where = page.url()): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, where).toBeLessThanOrEqual(0)
}
