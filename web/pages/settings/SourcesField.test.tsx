import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Json } from '../../../contract/trail.ts'
import { SECTION_SPECS } from '../../parts/settings/sectionFields.ts'
import { draftOf, wireOf } from './draft.ts'
import { SourcesField } from './SourcesField.tsx'

const SOURCE = {
  code: 'IPPIS',
  name: 'IPPIS (federal)',
  service: 'Civil service',
  payDay: 25,
  status: 'active',
}

/** The form as the section holds it, with its errors. */
function Form({ onValue }: { onValue: (value: Json) => void }) {
  const [draft, setDraft] = useState(() => draftOf('payroll', { sources: [SOURCE] }))
  const { value, problems } = wireOf('payroll', draft)
  onValue(value)
  const spec = SECTION_SPECS.payroll.rows
  if (!spec) return null
  return (
    <SourcesField
      section="payroll"
      spec={spec}
      rows={draft.rows}
      onChange={rows => setDraft(now => ({ ...now, rows }))}
      problems={problems}
    />
  )
}

test('a source has an editor for its codes and columns, and a preview of its file', async () => {
  let value: Json = null
  render(<Form onValue={next => (value = next)} />)
  const user = userEvent.setup()
  const toggle = screen.getByRole('button', { name: /IPPIS \(federal\)/, expanded: false })
  expect(toggle.textContent).toMatch(
    /instructions by .* pay day .* file by .* remittance by .* overdue after/,
  )
  await user.click(toggle)
  await user.click(screen.getByRole('button', { name: 'Add element' }))
  await user.selectOptions(screen.getByLabelText('Match of element 1'), 'prefix')
  await user.type(screen.getByLabelText('Code of element 1'), '41')
  expect(screen.getByText('At least 3 letters or digits')).toBeTruthy()
  await user.type(screen.getByLabelText('Code of element 1'), '2')
  await user.click(screen.getByRole('button', { name: 'Add column' }))
  await user.type(screen.getByLabelText('Heading 1'), 'STAFF NO')
  expect(screen.getByText('Add a column for the amount')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add column' }))
  await user.type(screen.getByLabelText('Heading 2'), 'AMT')
  await user.selectOptions(screen.getByLabelText('Content 2'), 'amount')
  const preview = within(screen.getByRole('table', { name: 'Preview of the instruction file' }))
  expect(preview.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual(['STAFF NO', 'AMT'])
  expect(value).toMatchObject({
    sources: [
      {
        elements: [{ match: 'prefix', value: '412' }],
        layoutOut: {
          columns: [
            { heading: 'STAFF NO', content: 'staffNumber' },
            { heading: 'AMT', content: 'amount' },
          ],
        },
      },
    ],
  })
})

test('a collections source has a channel and an account, and no calendar', async () => {
  let value: Json = null
  render(<Form onValue={next => (value = next)} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /IPPIS \(federal\)/, expanded: false }))
  await user.selectOptions(screen.getByLabelText('Kind'), 'collections')
  expect(screen.queryByRole('region', { name: 'Calendar' })).toBeNull()
  await user.selectOptions(screen.getByLabelText('Channel'), 'card')
  await user.selectOptions(screen.getByLabelText('Account debited'), 'collectionsReceivable')
  expect(value).toMatchObject({
    sources: [{ kind: 'collections', channel: 'card', cashAccount: 'collectionsReceivable' }],
  })
})
