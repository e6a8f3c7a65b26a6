import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { LAYOUTS_INITIAL } from '../../../contract/layouts.ts'
import type { Json } from '../../../contract/trail.ts'
import { sectionChanges } from '../../parts/settings/sectionChanges.ts'
import { SECTION_SPECS } from '../../parts/settings/sectionFields.ts'
import { draftOf, wireOf } from './draft.ts'
import { LayoutsField } from './LayoutsField.tsx'

/** The form as the section holds it, with its errors. */
function Form({ onValue }: { onValue: (value: Json) => void }) {
  const [draft, setDraft] = useState(() => draftOf('layouts', { layouts: [] }))
  const { value, problems } = wireOf('layouts', draft)
  onValue(value)
  const spec = SECTION_SPECS.layouts.rows
  if (!spec) return null
  return (
    <LayoutsField
      section="layouts"
      spec={spec}
      rows={draft.rows}
      onChange={rows => setDraft(now => ({ ...now, rows }))}
      problems={problems}
    />
  )
}

test('a layout is built column by column, in the order the other program reads them', async () => {
  let value: Json = null
  render(<Form onValue={next => (value = next)} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Add layout' }))
  await user.type(screen.getByLabelText('Name'), 'Our accountant')
  expect(screen.getByText('Add a column')).toBeTruthy()
  const columns = within(screen.getByRole('region', { name: 'Columns' }))
  const add = async (heading: string, content: string) => {
    await user.click(columns.getByRole('button', { name: 'Add column' }))
    const at = columns.getAllByLabelText(/^Heading/).length
    await user.type(columns.getByLabelText(`Heading ${at}`), heading)
    await user.selectOptions(columns.getByLabelText(`Content ${at}`), content)
  }
  await add('AMOUNT', 'signedAmount')
  expect(columns.getByText('Add a column for the date and the code of the account')).toBeTruthy()
  await add('ACCOUNT', 'houseCode')
  await add('DAY', 'date')
  await user.click(columns.getByRole('button', { name: 'Move column 3 up' }))
  await user.click(columns.getByRole('button', { name: 'Move column 2 up' }))
  await user.selectOptions(screen.getByLabelText('Format'), 'fixed')
  expect(columns.getAllByText('Enter the width of the column')).toHaveLength(3)
  for (const at of [1, 2, 3]) await user.type(columns.getByLabelText(`Width ${at}`), '12')
  await user.selectOptions(columns.getByLabelText('Filled with 3'), 'zeros')
  expect(screen.queryByText('Enter the width of the column')).toBeNull()
  expect(value).toMatchObject({
    layouts: [
      {
        name: 'Our accountant',
        format: 'fixed',
        columns: [
          { heading: 'DAY', content: 'date', width: 12 },
          { heading: 'AMOUNT', content: 'signedAmount', width: 12, fill: 'after' },
          { heading: 'ACCOUNT', content: 'houseCode', width: 12, fill: 'zeros' },
        ],
      },
    ],
  })
})

test('an inactive layout stays inactive in the form', () => {
  const [first] = LAYOUTS_INITIAL
  const given = { layouts: [{ ...first, status: 'retired' }] } as never
  expect(wireOf('layouts', draftOf('layouts', given))).toEqual({ value: given, problems: {} })
})

test('what changed in a layout reads as words', () => {
  const { value } = wireOf('layouts', {
    fields: {},
    rows: [
      {
        key: 1,
        isStored: true,
        values: {
          ...SECTION_SPECS.layouts.rows?.blank,
          name: 'Ours',
          status: 'active',
          columns: JSON.stringify([
            { heading: 'Type', content: 'fixed', text: 'GJ', width: 2, fill: 'after' },
            { heading: 'Day', content: 'date', text: '', width: 0, fill: 'after' },
          ]),
        },
      },
    ],
  })
  const changed = structuredClone(value) as { layouts: { dates: string; columns: object[] }[] }
  const [first] = changed.layouts
  if (!first) throw new Error('no layout')
  first.dates = 'YYYYMMDD'
  first.columns.pop()
  expect(sectionChanges('layouts', value, changed as never)).toEqual([
    { what: 'Ours: Dates', before: 'DD/MM/YYYY', after: 'YYYYMMDD' },
    {
      what: 'Ours: Columns',
      before: 'Type: Fixed text “GJ”, 2 characters; Day: Date',
      after: 'Type: Fixed text “GJ”, 2 characters',
    },
  ])
})
