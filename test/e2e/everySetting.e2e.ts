import { expect, type Locator, type Page, test } from '@playwright/test'
import { SECTION_NAMES, SECTIONS, type SectionName } from '../../contract/settings.ts'
import { expectFits, expectNoBarriers, expectNoBarriersInTheDark, expectSteady } from './accessibility.ts'
import { listen } from './enter.ts'
import { enter, go } from './requests.ts'

/** Beside the tests that change settings, which go one after the other and leave the second worker free. */

const PSL = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'

/** These stand on pages with a route of their own. */
const ELSEWHERE = new Set<SectionName>(['borrowing', 'publicLink'])

const form = (page: Page): Locator => page.locator('main form').first()
const lines = (page: Page): Locator => page.getByRole('table', { name: /Entries of Bank/ })

/** What is called like the view before it is known by something else that it shows. */
type View = [section: string, heading: string, shows?: (page: Page) => Locator]

/** Everything that can be set, by the section in the address, with what its page is called. */
const SETTINGS: View[] = [
  ...SECTION_NAMES.filter(name => !ELSEWHERE.has(name)).map((name): View => [name, SECTIONS[name].title]),
  ['reasonCodes&edit=reasonCodes', SECTIONS.reasonCodes.title, form],
  ['products', 'Products and fees'],
  [`products&product=${PSL}`, 'Public Servant Loan'],
  [`products&product=${PSL}&edit=product`, 'Public Servant Loan', form],
  ['security', 'Security'],
  ['ledger', 'Trial balance'],
  ['ledger&account=1010', 'Trial balance', lines],
  ['statements', 'Financial statements'],
  ['accounts', 'Chart of accounts'],
  ['journals', 'Manual journals'],
  ['bank', 'Bank reconciliation'],
  ['close', 'Month-end close'],
  ['periods', 'Closed periods'],
  ['exports', 'Exports'],
  ['returns', 'Regulatory returns'],
  ['health', 'System health'],
]

for (const width of [1440, 390])
  test(`every section fits, bars no way in light or dark, and neither jumps nor complains, ${width} px`, async ({
    browser,
  }) => {
    const page = await enter(browser, 'admin', '/settings', { width })
    const said = listen(page)
    for (const [section, heading, shows] of SETTINGS) {
      // what moved is counted from the first byte of a page on
      await page.goto('about:blank')
      await go(page, `/settings?section=${section}`)
      await expect(page.locator('h1'), section).toHaveText(heading)
      if (shows) await expect(shows(page), section).toBeVisible()
      await Promise.all([expectSteady(page, section), expectNoBarriers(page, section)])
      await expectFits(page, section)
      await expectNoBarriersInTheDark(page, section)
      expect(said, section).toEqual([])
    }
    await page.context().close()
  })
