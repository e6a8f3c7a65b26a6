import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { Combobox, matching } from './Combobox.tsx'
import { Notice } from './Notice.tsx'
import { relativeTime } from './RelativeTime.tsx'
import { Select } from './Select.tsx'
import { Table } from './Table.tsx'

afterEach(cleanup)

describe('a button', () => {
  it('with a reason stays reachable, tells it, and does nothing', async () => {
    const onClick = vi.fn<() => void>()
    render(
      <Button disabledReason="You asked for this yourself." onClick={onClick}>
        Approve
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Approve' })
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    // a finger has no other way to ask
    expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('You asked for this yourself.')
  })
  it('keeps the focus when it can no longer be pressed, as Next does on the last page', () => {
    const { rerender } = render(<Button>Next</Button>)
    const button = screen.getByRole('button')
    button.focus()
    rerender(<Button disabledReason="This is the last page">Next</Button>)
    expect(screen.getByRole('button')).toBe(button)
    expect(document.activeElement).toBe(button)
  })
  it('lets no second click through while it works', async () => {
    const onClick = vi.fn<() => void>()
    render(
      <Button pending onClick={onClick}>
        Sign in
      </Button>,
    )
    await userEvent.click(screen.getByRole('button'))
    expect(onClick).not.toHaveBeenCalled()
  })
})

it.each([
  ['2026-11-16T08:00:00Z', 'just now'],
  ['2026-11-16T07:59:00Z', '1 minute ago'],
  ['2026-11-16T05:00:00Z', '3 hours ago'],
  ['2026-11-15T07:00:00Z', 'yesterday'],
  ['2026-11-02T08:00:00Z', '2 weeks ago'],
  ['2026-10-26T10:00:00Z', '3 weeks ago'],
  ['2026-11-16T09:00:00Z', 'in 1 hour'],
])('%s is %s', (at, words) => {
  expect(relativeTime(new Date(at), new Date('2026-11-16T08:00:00Z'))).toBe(words)
})

it('finds options by words in any order, without regard to case and tone marks', () => {
  const banks = ['Guaranty Trust Bank', 'Ẹ̀kọ́ Microfinance Bank', 'Zenith Bank'].map(label => ({
    value: label,
    label,
  }))
  const found = (typed: string): string[] => matching(banks, typed).map(bank => bank.label)
  expect(found('trust guar')).toEqual(['Guaranty Trust Bank'])
  expect(found('eko')).toEqual(['Ẹ̀kọ́ Microfinance Bank'])
  expect(found('')).toHaveLength(3)
  expect(found('first')).toEqual([])
  const capital = { value: 'FCT', label: 'Federal Capital Territory', also: 'Abuja' }
  expect(matching([capital], 'abuja')).toEqual([capital])
})

it('a select is found by the other word for it that somebody types, and by no beginning of a label', async () => {
  const onChange = vi.fn<(value: string) => void>()
  const options = [
    { value: 'Abia', label: 'Abia' },
    { value: 'FCT', label: 'Federal Capital Territory', also: 'Abuja FCT' },
  ]
  render(<Select label="State" value="" options={options} onChange={event => onChange(event.target.value)} />)
  screen.getByRole('combobox').focus()
  await userEvent.keyboard('ab')
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.keyboard('uja')
  expect(onChange).toHaveBeenCalledWith('FCT')
})

it('a list that has not come yet is waited for: nothing typed is lost, nothing old is taken', async () => {
  Element.prototype.scrollIntoView = () => {}
  const onChange = vi.fn<(value: string) => void>()
  const shared = { label: 'Owner', value: '', onChange }
  const { rerender } = render(<Combobox {...shared} options={[]} loading />)
  await userEvent.type(screen.getByRole('combobox'), 'Halima{Enter}')
  expect(screen.getByText('One moment…')).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
  rerender(<Combobox {...shared} options={[{ value: '7', label: 'Halima Sani' }]} />)
  await userEvent.type(screen.getByRole('combobox'), '{Enter}')
  expect(onChange).toHaveBeenCalledWith('7')
})

describe('a table', () => {
  const columns = [{ id: 'name', title: 'Name', sort: 'name', cell: (row: { name: string }) => row.name }]
  const shared = {
    caption: 'Staff',
    columns,
    rowKey: (row: { name: string }) => row.name,
    empty: <p>Nobody yet</p>,
  }

  it('shows grey rows, then rows, or what stands for none, or what went wrong', () => {
    const { rerender } = render(<Table {...shared} rows={undefined} />)
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
    rerender(<Table {...shared} rows={[{ name: 'Halima Sani' }]} />)
    expect(screen.getByRole('table', { name: 'Staff' })).toBeDefined()
    rerender(<Table {...shared} rows={[]} />)
    expect(screen.getByText('Nobody yet')).toBeDefined()
    const many = { total: 100, totalIsExact: false, from: 1, hasPrevious: false, hasNext: false }
    const turn = { onPrevious: () => {}, onNext: () => {} }
    rerender(<Table {...shared} rows={[{ name: 'Halima Sani' }]} paging={{ ...many, ...turn }} />)
    expect(screen.getByRole('status').textContent).toBe('1–1 of 100+')
    expect(screen.queryByText(/not on this paper/)).toBeNull()
    rerender(
      <Table
        {...shared}
        rows={[{ name: 'Halima Sani' }]}
        paging={{ ...many, total: 1959, totalIsExact: true, hasNext: true, ...turn }}
      />,
    )
    expect(screen.getByText('Rows 1 to 1 of 1,959. The rest is not on this paper.')).toBeDefined()
    rerender(<Table {...shared} rows={undefined} error={{ message: 'The database cannot be reached.' }} />)
    expect(screen.getByRole('alert').textContent).toContain('The database cannot be reached.')
  })
  it('asks for the other order on a second click', async () => {
    const onSort = vi.fn<(sort: string) => void>()
    const { rerender } = render(<Table {...shared} rows={[{ name: 'Ada' }]} sort="-name" onSort={onSort} />)
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    rerender(<Table {...shared} rows={[{ name: 'Ada' }]} sort="name" onSort={onSort} />)
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(onSort.mock.calls.flat()).toEqual(['name', '-name'])
  })
})

describe('a refusal', () => {
  const seen = vi.fn<() => void>()
  beforeEach(() => {
    seen.mockClear()
    Element.prototype.scrollIntoView = seen
  })
  it('comes into sight in a dialog that is longer than the window', () => {
    render(
      <dialog open>
        <Notice tone="negative">The same change already waits.</Notice>
      </dialog>,
    )
    expect(seen).toHaveBeenCalledOnce()
  })
  it('leaves a page where it is', () => {
    render(<Notice tone="negative">Rejected last week.</Notice>)
    expect(seen).not.toHaveBeenCalled()
  })
})
