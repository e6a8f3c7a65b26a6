import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { RequestRow } from '../../../parts/requestWords.ts'
import { LineFlags } from './RequestFlags.tsx'
import { decidedColumns, requestColumns, waitedText } from './requestColumns.tsx'

afterEach(cleanup)

test.each([
  ['2026-11-16T08:00:20Z', '0 minutes'],
  ['2026-11-16T07:59:00Z', '1 minute'],
  ['2026-11-15T08:30:00Z', '23 hours'],
  ['2026-11-15T07:00:00Z', '1 day'],
  ['2026-10-26T08:00:00Z', '21 days'],
])('a request since %s has waited %s', (since, words) => {
  expect(waitedText(new Date(since), new Date('2026-11-16T08:00:00Z'))).toBe(words)
})

test('queues show the waiting time, decided lists the time of the decision', () => {
  const since = new Date(Date.now() - 3 * 86_400_000 - 1000).toISOString()
  const row = { sla: 'none', stageSince: since } as RequestRow
  const age = (columns: typeof requestColumns) => columns.find(({ id }) => id === 'age')
  render(<div>{age(requestColumns)?.cell(row)}</div>)
  expect(screen.getByText('3 days').tagName).toBe('TIME')
  cleanup()
  const decided = age(decidedColumns('Approved'))
  expect(decided?.title).toBe('Approved')
  render(<div>{decided?.cell(row)}</div>)
  expect(screen.getByText('3 days ago')).toBeDefined()
})

test.each([
  ['Babatunde Adeyemi', 'AO-014', /^Babatunde Adeyemi ?AO-014$/],
  [null, 'AO-099', /^AO-099/],
  [null, '', /^None/],
])('an account officer called %s is shown with the code %s below', (officerName, officerCode, text) => {
  const column = requestColumns.find(({ id }) => id === 'officer')
  const row = { officerName, officerCode, channel: 'staff' } as RequestRow
  expect(render(<div>{column?.cell(row)}</div>).container.textContent).toMatch(text)
})

test('a line names the gravest flag and counts the others', () => {
  render(<LineFlags flags={['unknownOfficer', 'nubanWarning']} />)
  const more = screen.getByText('+1')
  expect(screen.getByText('Account check failed').closest('.md\\:hidden')).toBeNull()
  expect(screen.getByText('Unknown officer').closest('.md\\:hidden')).not.toBeNull()
  expect(more.textContent).toBe('+1: Unknown officer')
})
