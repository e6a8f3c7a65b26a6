import { expect, test } from '@playwright/test'

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
