import { expect, type Page, test } from '@playwright/test'
import { expectFits, expectNoBarriers, expectNoBarriersInTheDark } from './accessibility.ts'
import { desk, enter, go, hire, requestAddress, submitRequest } from './requests.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const decideBar = (page: Page) => page.getByRole('region', { name: 'Decision' })
const act = (page: Page, name: string) => decideBar(page).getByRole('button', { name })
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

test('recommended with another tenor, approved, and the offer letter opens', { tag: '@journey' }, async ({
  browser,
}) => {
  const request = await submitRequest({ accountOfficerCode: 'AO-014', surname: 'Olatunji' })

  const reviewer = await enter(browser, 'reviewer', `/loan/requests/reviewer?search=${request.reference}`)
  await expect(reviewer.getByRole('row', { name: /Olatunji/ })).toContainText('Babatunde Adeyemi')
  await reviewer.keyboard.press('j')
  await reviewer.keyboard.press('Enter')
  await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText(/Olatunji Adaeze/)
  await expect(reviewer.getByText('No accepted payroll data yet.').first()).toBeVisible()
  await reviewer.keyboard.press('c')
  await expect(reviewer.getByText('Claimed by you')).toBeVisible()

  await reviewer.keyboard.press('a')
  await dialog(reviewer).getByLabel('Tenor').fill('30')
  await confirm(reviewer, 'Recommend')
  await expect(dialog(reviewer).getByText('At most 24 months for this product')).toBeVisible()
  await dialog(reviewer).getByLabel('Tenor').fill('18')
  await expect(dialog(reviewer).getByText('₦47,777.78')).toBeVisible()
  await dialog(reviewer).getByLabel('Note').fill('Longer, so that the instalment is lighter')
  await confirm(reviewer, 'Recommend')
  await toast(reviewer, `${request.reference} recommended. It is now pending authorization.`)

  const authorizer = await enter(browser, 'authorizer', requestAddress('authorizer', request))
  const terms = authorizer.getByRole('region', { name: 'Terms side by side' })
  await expect(terms.getByRole('row', { name: /Tenor/ })).toHaveText(/12 months.*18 months/)
  await act(authorizer, 'Approve').click()
  await expect(dialog(authorizer)).toContainText('₦500,000.00')
  await expect(dialog(authorizer)).toContainText('18 months')
  await expect(dialog(authorizer)).toContainText('₦47,777.78')
  await confirm(authorizer, 'Approve')
  await toast(authorizer, `${request.reference} approved. The loan is awaiting disbursement.`)

  await go(authorizer, `/loan/requests/approved?search=${request.reference}`)
  await authorizer.getByRole('link', { name: /Olatunji/ }).click()
  await expect(authorizer.getByText('Loan created')).toBeVisible()
  await authorizer.getByRole('button', { name: /^Offer letter L/ }).click()
  await expect(dialog(authorizer).getByRole('img', { name: 'Page 1' })).toBeVisible()
})

test('rejected, edited by the Editor, resubmitted, approved', async ({ browser }) => {
  const request = await submitRequest({ surname: 'Balogun' })

  const reviewer = await enter(browser, 'reviewer', requestAddress('reviewer', request))
  await act(reviewer, 'Reject').click()
  await confirm(reviewer, 'Reject')
  await expect(dialog(reviewer).getByText('Choose a reason').last()).toBeVisible()
  await expect(dialog(reviewer).getByText('Enter a reason')).toBeVisible()
  await dialog(reviewer).getByLabel('Reason').selectOption('PAY-TOO-LOW')
  await dialog(reviewer).getByLabel('Note').fill('The instalment is too heavy')
  await confirm(reviewer, 'Reject')
  await toast(reviewer, `${request.reference}: Rejected.`)
  await expect(reviewer, 'on to the next').not.toHaveURL(new RegExp(request.id))

  const editor = await enter(browser, 'editor', `/loan/requests/rejected?search=${request.reference}`)
  await expect(editor.getByRole('row', { name: /Balogun/ })).toContainText(
    'Net pay is too low for the instalment',
  )
  await editor.getByRole('link', { name: `Edit ${request.reference}` }).click()
  await expect(editor.getByText('“The instalment is too heavy”')).toBeVisible()
  await editor.getByLabel('Amount').fill('300000')
  await expect(editor.getByText('₦37,000.00').first()).toBeVisible()
  await editor.getByLabel('BVN').fill('123')
  await editor.getByRole('button', { name: 'Resubmit request' }).click()
  await expect(editor.getByText('A BVN has 11 digits')).toBeVisible()
  await editor.getByLabel('BVN').fill('')
  await editor.getByLabel('Date of birth').fill('2015-01-01')
  await editor.getByLabel('Note for the reviewer').fill('Lower amount agreed on the telephone')
  await editor.getByRole('button', { name: 'Resubmit request' }).click()
  await expect(editor.getByText('Applicants are at least 18 years old')).toBeVisible()
  await editor.getByLabel('Date of birth').fill('1988-04-12')

  await editor.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(dialog(editor)).toContainText('Leave without saving?')
  await confirm(editor, 'Cancel')
  const changes = editor.getByRole('table', { name: 'What changed' })
  await expect(changes.getByRole('row', { name: /Amount/ })).toContainText('₦300,000.00')
  await editor.getByRole('button', { name: 'Resubmit request' }).click()
  await toast(editor, `${request.reference} resubmitted to the reviewer as version 2.`)

  await go(reviewer, `${requestAddress('reviewer', request)}?tab=versions`)
  await expect(reviewer.getByText('Resubmitted').first()).toBeVisible()
  await expect(reviewer.getByRole('row', { name: /Amount \(Changed\)/ })).toContainText('₦500,000.00')
  await act(reviewer, 'Recommend').click()
  await confirm(reviewer, 'Recommend')
  await toast(reviewer, /recommended\./)
  const authorizer = await enter(browser, 'authorizer', requestAddress('authorizer', request))
  await act(authorizer, 'Approve').click()
  await confirm(authorizer, 'Approve')
  await toast(authorizer, /approved\./)
})

test('the same person may not decide twice, whatever roles they hold', async ({ browser }) => {
  const request = await submitRequest()
  const page = await enter(
    browser,
    await hire('Chinedu', ['Reviewer', 'Authorizer']),
    requestAddress('reviewer', request),
  )
  await act(page, 'Recommend').click()
  await confirm(page, 'Recommend')
  await toast(page, /recommended\./)
  await go(page, requestAddress('authorizer', request))
  await expect(decideBar(page)).toContainText(
    'You have already acted on this request. Another user must decide it.',
  )
  await expect(act(page, 'Approve')).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('a')
  await expect(dialog(page)).toHaveCount(0)

  // nor on what they handed in themselves
  const own = await submitRequest({}, { by: await desk.as('reviewer') })
  const halima = await enter(browser, 'reviewer', requestAddress('reviewer', own))
  await expect(decideBar(halima)).toContainText(
    'You have already acted on this request. Another user must decide it.',
  )
})

test('other roles may look, and are told why they may not act', async ({ browser }) => {
  const request = await submitRequest()
  const auditor = await enter(browser, 'auditor', requestAddress('reviewer', request))
  await expect(auditor.getByRole('heading', { name: 'Checklist' })).toBeVisible()
  await expect(decideBar(auditor)).toContainText('You do not have permission to do this.')
  for (const name of ['Reject', 'Return for documents', 'Recommend'])
    await expect(act(auditor, name)).toHaveAttribute('aria-disabled', 'true')
  await expect(auditor.getByRole('button', { name: 'Claim' })).toHaveAttribute('aria-disabled', 'true')
  await go(auditor, '/loan/requests/reviewer')
  await expect(auditor.getByText('Select page')).toHaveCount(0)
  await go(auditor, `/loan/requests/rejected/edit/${request.id}`)
  await expect(auditor.getByText('You do not have permission to edit requests')).toBeVisible()
  await go(auditor, '/loan/requests/somewhere')
  await expect(auditor.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  const editor = await enter(browser, 'editor', `/loan/requests/rejected/edit/${request.id}`)
  await expect(editor.getByText('This request is not rejected')).toBeVisible()
})

test('personal numbers are shown only for a reason, and only until they are hidden', async ({ browser }) => {
  const request = await submitRequest()
  const page = await enter(browser, 'reviewer', requestAddress('reviewer', request))
  await expect(page.getByText(request.stated.bvn)).toHaveCount(0)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await confirm(page, 'Reveal')
  await expect(dialog(page).getByText('Enter a reason')).toBeVisible()
  await dialog(page).getByLabel('Reason').fill('Comparing with the identity card')
  await confirm(page, 'Reveal')
  await expect(page.getByText(request.stated.bvn)).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.getByText(request.stated.bvn)).toHaveCount(0)
  await go(page, `${requestAddress('reviewer', request)}?tab=history`)
  await expect(page.getByText('“Comparing with the identity card”')).toBeVisible()
})

test('a failed check is overridden with a reason before the request can be recommended', async ({
  browser,
}) => {
  const request = await submitRequest({}, { documents: ['Latest payslip'] })
  const page = await enter(browser, 'reviewer', requestAddress('reviewer', request))
  await expect(decideBar(page)).toContainText('Failed: required documents missing. Override it or reject.')
  await page.getByRole('button', { name: 'Override: Required documents' }).click()
  await dialog(page).getByLabel('Reason').selectOption('CONFIRMED')
  await dialog(page).getByLabel('Note').fill('Seen at the desk')
  await confirm(page, 'Override')
  await expect(page.getByText('Failed, overridden')).toBeVisible()
  await expect(act(page, 'Recommend')).not.toHaveAttribute('aria-disabled', 'true')
})

test('two tabs decide at once: the second learns who was quicker and keeps what it typed', async ({
  browser,
}) => {
  const request = await submitRequest()
  const slow = await enter(browser, 'reviewer', requestAddress('reviewer', request))
  await act(slow, 'Reject').click()
  await dialog(slow).getByLabel('Reason').selectOption('IDENTITY')
  await dialog(slow).getByLabel('Note').fill('Name differs from the card')
  await (await desk.as('reviewer'))('requestRecommend', {
    id: request.id,
    version: 1,
    amount: '50000000',
    tenor: 12,
  })
  await confirm(slow, 'Reject')
  await expect(slow.getByRole('alert')).toContainText(/Already recommended by Halima Bello at /)
  await expect(slow.getByText('This request is now in')).toBeVisible()
})

test('a tab that shows an old version cannot decide on the new one', async ({ browser }) => {
  const request = await submitRequest()
  const stale = await enter(browser, 'reviewer', requestAddress('reviewer', request))
  await act(stale, 'Recommend').click()
  await dialog(stale).getByLabel('Note').fill('Everything in order')

  const reason = { reasonCode: 'OTHER', note: 'To be corrected' }
  await (await desk.as('reviewer'))('requestReject', { id: request.id, version: 1, ...reason })
  const { bvn: _b, nin: _n, accountNumber: _a, phone: _p, kinPhone: _k, ...stored } = request.stated
  const application = { ...stored, amount: '90000000' }
  await (await desk.as('editor'))('requestEdit', {
    id: request.id,
    version: 1,
    application,
    note: 'Other amount',
  })

  await confirm(stale, 'Recommend')
  await expect(stale.getByRole('alert')).toContainText(
    'Someone else edited this request while you had it open.',
  )
  await expect(stale.getByText('₦900,000.00').first()).toBeVisible()
  await act(stale, 'Reject').click()
  await expect(dialog(stale).getByLabel('Note')).toHaveValue('Everything in order')
})

test('what the applicant withdraws in between cannot be decided', async ({ browser }) => {
  const request = await submitRequest()
  const page = await enter(browser, 'reviewer', requestAddress('reviewer', request))
  await act(page, 'Recommend').click()
  await expect(dialog(page).getByText('Net disbursement')).toBeVisible()
  await desk.stranger('requestWithdraw', { reference: request.reference, phone: request.stated.phone })
  await confirm(page, 'Recommend')
  await expect(page.getByRole('alert')).toContainText(/Already withdrawn by Applicant at /)
  await go(page, `/loan/requests/withdrawn?search=${request.reference}`)
  const row = page.getByRole('row', { name: new RegExp(request.reference) })
  await expect(row.getByRole('link', { name: 'Okonkwo Adaeze' })).toBeVisible()
})

test('many are claimed and released at once; the address holds the filter', async ({ browser }) => {
  const mda = `Command ${crypto.randomUUID().slice(0, 8)}`
  await submitRequest({ mda, surname: 'Abiodun' })
  await submitRequest({ mda, surname: 'Zubair' })
  const page = await enter(browser, 'reviewer', `/loan/requests/reviewer?search=${encodeURIComponent(mda)}`)
  await expect(page.getByText('1–2 of 2')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await page.getByRole('button', { name: 'Claim 2' }).click()
  await toast(page, '2 requests claimed.')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Claim', { exact: true }).selectOption('nobody')
  await expect(page.getByText('No matching requests')).toBeVisible()
  await expect(page).toHaveURL(/claimed=nobody/)
  await page.goBack()
  await page.getByRole('button', { name: 'Applicant' }).click()
  await expect(page).toHaveURL(/sort=applicant/)
  await expect(page.getByRole('row').nth(1)).toContainText('Abiodun')
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toContainText('Abiodun')
  await page.getByRole('checkbox', { name: 'Select page' }).check()
  await page.getByRole('button', { name: 'Release 2' }).click()
  await toast(page, '2 requests released.')
})

for (const width of [390, 1440])
  test(`list, request and edit fit and are accessible at ${width} px, light and dark`, async ({
    browser,
  }) => {
    const isClean = async (at: Page): Promise<void> => {
      await expectNoBarriers(at)
      await expectFits(at)
      await expectNoBarriersInTheDark(at)
    }
    const request = await submitRequest({ accountOfficerCode: 'NOBODY' }, { documents: ['Latest payslip'] })
    const page = await enter(browser, 'reviewer', '/loan/requests/reviewer', { width })
    await isClean(page)
    await go(page, requestAddress('reviewer', request))
    await expect(page.getByText('Latest payslip')).toBeVisible()
    await isClean(page)
    await page.keyboard.press('r')
    await expect(dialog(page)).toBeVisible()
    await isClean(page)
    const reason = { reasonCode: 'OTHER', note: 'To be corrected' }
    await (await desk.as('reviewer'))('requestReject', { id: request.id, version: 1, ...reason })
    const editor = await enter(browser, 'editor', `/loan/requests/rejected/edit/${request.id}`, { width })
    await expect(editor.getByText('Resubmit request')).toBeVisible()
    await isClean(editor)
  })
