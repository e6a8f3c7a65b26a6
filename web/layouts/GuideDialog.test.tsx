import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ROLES } from '../../contract/roles.ts'
import { type CurrentUser, CurrentUserContext } from '../parts/currentUser.ts'
import GuideDialog from './GuideDialog.tsx'
import { blocksOf, GuideText } from './guideText.tsx'

afterEach(cleanup)

const REVIEWER: CurrentUser = {
  id: '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a03',
  email: 'reviewer@iroko.test',
  firstName: 'Halima',
  lastName: 'Bello',
  roles: ['Reviewer'],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}
const show = () =>
  render(
    <CurrentUserContext value={REVIEWER}>
      <GuideDialog onClose={() => undefined} />
    </CurrentUserContext>,
  )
const choose = (value: string): void =>
  void fireEvent.change(screen.getByLabelText('Guide for'), { target: { value } })

test('one’s own guide is open, and every other is in reach', () => {
  show()
  expect(screen.getByText(/^You check each loan request first/)).toBeTruthy()
  for (const role of ROLES) {
    choose(role)
    const { textContent } = screen.getByRole('dialog')
    expect(textContent.length, role).toBeGreaterThan(500)
    // nothing of how it is written down is left over
    expect(textContent, role).not.toMatch(/\*\*|`|\]\(|(^|\n)#/)
  }
  choose('README')
  expect(screen.getByRole('heading', { name: 'Find a record' })).toBeTruthy()
})

test('shows the pictures of a guide from the built files', () => {
  render(
    <GuideText
      markdown="![A loan](../screenshots/loan.png)"
      pictures={{ 'loan.png': '/assets/loan-1a2b.png' }}
    />,
  )
  expect(screen.getByRole('img', { name: 'A loan' }).getAttribute('src')).toBe('/assets/loan-1a2b.png')
})

test('every picture named in a guide has a file', () => {
  show()
  for (const guide of [...ROLES, 'README', 'PayrollDesk', 'Accountant']) {
    choose(guide)
    for (const picture of screen.queryAllByRole('img'))
      expect(picture.getAttribute('src'), guide).toMatch(/\.png$/)
  }
})

test('numbers steps, and goes on after a picture between them', () => {
  const written = ['1. Open it.', '', '![A loan](../screenshots/loan.png)', '', '2. Close it.']
  expect(blocksOf(written.join('\n'))).toEqual([
    { kind: 'numbers', from: 1, items: ['Open it.'] },
    { kind: 'picture', file: 'loan.png', text: 'A loan' },
    { kind: 'numbers', from: 2, items: ['Close it.'] },
  ])
})

test('a text is read as lists, tables and paragraphs, also where a line goes on in the next', () => {
  const written = [
    '## Money',
    'One',
    'line',
    '',
    '- a',
    '  b',
    '- c',
    '1. first',
    '| role | says |',
    '|---|---|',
    '| Admin | runs |',
  ]
  expect(blocksOf(written.join('\n'))).toEqual([
    { kind: 'heading', text: 'Money' },
    { kind: 'text', text: 'One line' },
    { kind: 'points', items: ['a b', 'c'] },
    { kind: 'numbers', from: 1, items: ['first'] },
    {
      kind: 'table',
      rows: [
        ['role', 'says'],
        ['Admin', 'runs'],
      ],
    },
  ])
})
