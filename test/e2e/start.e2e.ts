import { expect, test } from '@playwright/test'
import { enterAs, untilLoaded } from './enter.ts'

test('the program that was just started is alive and ready', { tag: '@journey' }, async ({ request }) => {
  const answer = await request.get('/api/health')
  expect(answer.status()).toBe(200)
  expect(await answer.json()).toMatchObject({ live: true, ready: true })
})

test('its front door leads to the sign-in page without a word in the browser console', {
  tag: '@journey',
}, async ({ page }) => {
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(error.message))
  await page.goto('/')
  await expect(page).toHaveURL(/#\/auth\/login$/)
  await expect(page.getByRole('button', { name: /sign in|log ?in/i })).toBeVisible()
  expect(said).toEqual([])
})

for (const [address, list, page] of [
  ['/accounts', '/api/loans/list', 'AccountsPage'],
  ['/customers', '/api/customers/list', 'CustomersPage'],
  ['/loan/requests/reviewer', '/api/loan-requests/list', 'RequestsPage'],
] as const)
  test(`${address} asks for its files and its first rows at once, and for nothing twice`, {
    tag: '@journey',
  }, async ({ context }) => {
    const tab = await enterAs(context, 'superadmin', address)
    await untilLoaded(tab)
    const asked: string[] = []
    tab.on('request', request => asked.push(new URL(request.url()).pathname))
    await tab.reload()
    await untilLoaded(tab)
    await expect(tab.locator('main tbody tr').first()).toBeVisible()
    const times = (path: string): number => asked.filter(each => each === path).length
    for (const question of ['/api/me', '/api/me/preferences', list])
      expect([question, times(question)]).toEqual([question, 1])
    // named in the head, so that the page's own file does not wait for the program that would ask for it
    const named = await tab
      .locator('head > link[rel=modulepreload]')
      .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
    const own = named.find(file => file.includes(`/${page}-`)) ?? ''
    expect(own).toMatch(/^\/assets\//)
    const fonts = asked.filter(path => path.endsWith('.woff2'))
    expect(fonts).toHaveLength(3)
    expect([own, times(own)]).toEqual([own, 1])
  })

test('files keep for good and travel compressed; the document is asked after each time', async ({
  request,
}) => {
  const document = await request.get('/')
  expect(document.headers()['cache-control']).toBe('no-cache')
  expect(document.headers().etag).toBeTruthy()
  const files = [...(await document.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, file = '']) => file,
  )
  expect(files.find(file => file.includes('/beforePaint-'))).toBeTruthy()
  for (const file of files) {
    const answer = await request.get(file, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    })
  }
})
