import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagesOf } from '../scripts/webFiles.mjs'

const pages = pagesOf(readFileSync('web/routes.tsx', 'utf8'))

test('every address names the modules of its page, and each of them is there', () => {
  const modules = new Map(pages)
  expect(modules.get('/accounts')).toEqual([
    'console.tsx',
    'layouts/MainLayout.tsx',
    'pages/accounts/AccountsPage.tsx',
  ])
  expect(modules.get('/auth/login')).toEqual([
    'console.tsx',
    'layouts/AuthLayout.tsx',
    'pages/auth/LoginPage.tsx',
  ])
  expect(modules.get('/loan-request')).toEqual(['applicant.tsx'])
  for (const module of new Set(pages.flatMap(([, files]) => files)))
    expect([module, existsSync(`web/${module}`)]).toEqual([module, true])
})

test('an address that is written out comes before one with a parameter that fits it too', () => {
  const order = pages.map(([path]) => path)
  expect(order.indexOf('/ippis/new-upload')).toBeLessThan(order.indexOf('/accounts/:customerId'))
  expect(order.indexOf('/repayment-tracker/new')).toBeLessThan(order.indexOf('/repayment-tracker/:id'))
  expect(order.at(-1)).toBe('/*')
})

test('pages that are written in another way stop the build', () => {
  expect(() => pagesOf("const Page = () => import('./pages/accounts/AccountsPage.tsx')")).toThrow(
    /were understood/,
  )
})
