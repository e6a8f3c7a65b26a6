import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** The short one: a page takes half as long to read it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every fade of ours is shorter; a toast that counts its seconds, and stops counting, is not waited for. */
const FADE_MAX_MS = 400

/** What a page in other colours can do wrong that it did right before. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What keeps somebody from using the page, asked when it has come to rest: half-faded text has no contrast. */
export async function expectNoBarriers(page: Page, where = page.url()): Promise<void> {
  await askAxe(page, where, {})
}

/** The page that is open, which was asked for everything in the light, in the other colours. */
export async function expectNoBarriersInTheDark(page: Page, where = page.url()): Promise<void> {
  const html = page.locator('html')
  await expect(html, where).toHaveAttribute('data-theme', 'light')
  // as the choice in the header does, and as a page before the sign-in does only while it loads
  await html.evaluate(element => element.setAttribute('data-theme', 'dark'))
  await askAxe(page, `${where}, dark,`, { runOnly: OF_COLOURS })
  await html.evaluate(element => element.setAttribute('data-theme', 'light'))
}

async function askAxe(page: Page, where: string, rules: RunOptions): Promise<void> {
  await expect(page.locator('[data-first-load], main [aria-busy=true]'), where).toHaveCount(0)
  await page.evaluate(async longest => {
    const fades = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= longest)
    // one that is cut short by the next is as good as finished
    await Promise.allSettled(fades.map(fade => fade.finished))
  }, FADE_MAX_MS)
  // once for each document: to read half a megabyte takes as long as to ask a small page
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE)
    await page.evaluate(rememberColours)
  }
  const violations = await page.evaluate(
    async options => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const { violations: found } = await run(document, options)
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
    },
    // the same rules; only what is in order is not listed element by element
    { resultTypes: ['violations'], ...rules } satisfies RunOptions,
  )
  expect(violations.map(violation => `${where} ${violation}`)).toEqual([])
}

/** The words for a colour are read for every element under every other, a fifth of all the work; ours are few. */
function rememberColours(): void {
  type Colour = { r: number; g: number; b: number; alpha: number }
  type Colours = { prototype: { parseString: (this: Colour, words: string) => Colour } }
  const { prototype } = (window as unknown as { axe: { commons: { color: { Color: Colours } } } }).axe.commons
    .color.Color
  const read = prototype.parseString
  const known = new Map<string, Colour>()
  prototype.parseString = function (words) {
    const { r, g, b, alpha } = known.get(words) ?? read.call(this, words)
    known.set(words, { r, g, b, alpha })
    return Object.assign(this, { r, g, b, alpha })
  }
}

export async function expectFits(page: Page, where = page.url()): Promise<void> {
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    // a phone widens its window to what does not fit
    return scrollWidth - clientWidth
  })
  expect(overflow, where).toBeLessThanOrEqual(0)
}

/** What a page moved since it was loaded, and for half a second more. */
export async function expectSteady(page: Page, where: string): Promise<void> {
  const shift = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        let total = 0
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) total += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(total), 500)
      }),
  )
  expect(shift, where).toBeLessThan(0.02)
}
