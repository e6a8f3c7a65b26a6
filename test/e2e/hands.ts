import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/** Somebody without a mouse: gets everywhere by Tab, writes, chooses and presses by key. */

/** More stops than any page of ours has. */
const STOPS_MAX = 250

/** From here on a pointer is a mistake; `noPointer` tells whether one was used. */
export async function watchPointer(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      window.addEventListener(kind, () => document.documentElement.setAttribute('data-pointed', kind), true)
  })
}
export const noPointer = (page: Page): Promise<void> =>
  expect(page.locator('html')).not.toHaveAttribute('data-pointed')

export const hands = (page: Page) => {
  const isAt = (target: Locator): Promise<boolean> =>
    target.evaluate(element => element === document.activeElement)
  const reach = async (target: Locator): Promise<void> => {
    await expect(target).toBeAttached()
    for (let stops = 0; !(await isAt(target)); stops += 1) {
      if (stops > STOPS_MAX) throw new Error(`Tab never comes to ${String(target)}`)
      await page.keyboard.press('Tab')
    }
  }
  const field = (label: string | RegExp): Locator => page.getByLabel(label, { exact: true })
  return {
    reach,
    write: async (label: string | RegExp, text: string): Promise<void> => {
      await reach(field(label))
      await page.keyboard.press('Control+A')
      await page.keyboard.type(text)
    },
    /** A closed list goes to what is typed, as it does for everybody. */
    choose: async (label: string | RegExp, option: string): Promise<void> => {
      await reach(field(label))
      await page.keyboard.type(option)
      await expect(field(label).locator('option:checked')).toHaveText(new RegExp(`^${option}`, 'i'))
    },
    tick: async (label: string | RegExp): Promise<void> => {
      await reach(page.getByLabel(label))
      await page.keyboard.press('Space')
      await expect(page.getByLabel(label)).toBeChecked()
    },
    press: async (target: Locator): Promise<void> => {
      await reach(target)
      await page.keyboard.press('Enter')
    },
    /** The window that a key opens here is the system's own, not ours to test; what is chosen there comes back. */
    giveFile: async (
      label: string,
      file: { name: string; mimeType: string; buffer: Buffer },
    ): Promise<void> => {
      await reach(field(label))
      await field(label).setInputFiles(file)
    },
  }
}
