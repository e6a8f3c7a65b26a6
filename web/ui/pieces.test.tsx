import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from './Button.tsx'
import { CellText } from './CellText.tsx'
import { Combobox, matching } from './Combobox.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Notice } from './Notice.tsx'
import { PageHeading } from './PageHeading.tsx'
import { relativeTime } from './RelativeTime.tsx'
import { RowLink } from './RowLink.tsx'
import { Select } from './Select.tsx'
import { SelectRow } from './SelectRow.tsx'
import { Table } from './Table.tsx'
import { Tabs } from './Tabs.tsx'

afterEach(cleanup)

describe('the text beside a name', () => {
  it('is a word of its own in a row link and in a cell', () => {
    render(
      <>
        <RowLink onOpen={() => undefined} beside="RENT">
          Rent Loan
        </RowLink>
        <p data-testid="cell">
          <CellText beside="Adaeze Okafor">L0100021</CellText>
        </p>
      </>,
    )
    expect(screen.getByRole('button').textContent).toBe('Rent Loan RENT')
    expect(screen.getByTestId('cell').textContent).toBe('L0100021 Adaeze Okafor')
  })
})

describe('the title of a page', () => {
  it('keeps a record number on one line', () => {
    render(<PageHeading title="Submit PO-2026-0009? A two-step approval" />)
    const heading = screen.getByRole('heading', { name: 'Submit PO-2026-0009? A two-step approval' })
    expect([...heading.children].map(part => [part.textContent, part.className])).toEqual([
      ['PO-2026-0009?', 'whitespace-nowrap'],
    ])
  })
})

describe('a button', () => {
  it('with a reason stays reachable, tells it, and does nothing', async () => {
    const onClick = vi.fn<() => void>()
    render(
      <Button disabledReason="You submitted this item." onClick={onClick}>
        Approve
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Approve' })
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    // a finger has no other way to ask
    expect(screen.getByRole('tooltip', { hidden: true }).textContent).toBe('You submitted this item.')
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

it('options of a group are listed under its name, in a select and in a combobox', async () => {
  Element.prototype.scrollIntoView = () => {}
  const options = [
    { value: '044', label: 'Access Bank' },
    { value: '090267', label: 'Kuda Bank', group: 'Other institutions' },
  ]
  const { unmount } = render(<Select label="Bank" value="" options={options} onChange={() => undefined} />)
  const group = screen.getByRole('group', { name: 'Other institutions' })
  expect(within(group).getByRole('option', { name: 'Kuda Bank' })).toBeDefined()
  expect(within(group).queryByRole('option', { name: 'Access Bank' })).toBeNull()
  unmount()
  render(<Combobox label="Bank" value="" options={options} onChange={() => undefined} />)
  await userEvent.click(screen.getByRole('combobox'))
  expect(screen.getByText('Other institutions')).toBeDefined()
  expect(screen.getAllByRole('option').map(each => each.textContent)).toEqual(['Access Bank', 'Kuda Bank'])
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
    const paging = { onPrevious: () => {}, onNext: () => {} }
    rerender(<Table {...shared} rows={[{ name: 'Halima Sani' }]} paging={{ ...many, ...paging }} />)
    expect(screen.getByRole('status').textContent).toBe('1–1 of 100+')
    expect(screen.queryByText(/not on this paper/)).toBeNull()
    rerender(
      <Table
        {...shared}
        rows={[{ name: 'Halima Sani' }]}
        paging={{ ...many, total: 1959, totalIsExact: true, hasNext: true, ...paging }}
      />,
    )
    expect(screen.getByText('Rows 1 to 1 of 1,959. The rest is not on this paper.')).toBeDefined()
    rerender(<Table {...shared} rows={undefined} error={{ message: 'The database cannot be reached.' }} />)
    expect(screen.getByRole('alert').textContent).toContain('The database cannot be reached.')
  })
  it('says that its rows are old when they were asked for again in vain', async () => {
    const onRetry = vi.fn<() => void>()
    const error = { message: 'Something went wrong on our side.' }
    const { rerender } = render(
      <Table {...shared} rows={[{ name: 'Ada' }]} error={error} onRetry={onRetry} />,
    )
    expect(screen.getByText('Ada')).toBeDefined()
    expect(screen.getByText(/^These rows may be out of date/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledOnce()
    rerender(<Table {...shared} rows={[{ name: 'Ada' }]} error={null} onRetry={onRetry} />)
    expect(screen.queryByText(/^These rows may be out of date/)).toBeNull()
  })
  it('takes the focus of the button that an empty list had, and nobody else’s', () => {
    const none = { ...shared, empty: <button type="button">Clear filters</button> }
    const { rerender } = render(<Table {...none} rows={[]} />)
    screen.getByRole('button').focus()
    rerender(<Table {...none} rows={[{ name: 'Ada' }]} />)
    expect(document.activeElement).toBe(screen.getByRole('table'))
    rerender(<Table {...none} rows={[]} />)
    rerender(<Table {...none} rows={[{ name: 'Ada' }]} />)
    expect(document.activeElement).toBe(document.body)
  })
  it('keeps the padding of its card at the end of a row, whichever columns have gone', () => {
    const cell = (row: { name: string }): string => row.name
    const some = [
      { id: 'day', title: 'Day', cell },
      { id: 'booked', title: 'Booked', goes: 'second' as const, cell },
      { id: 'steps', title: 'Steps', goes: 'first' as const, cell },
    ]
    render(<Table {...shared} columns={some} rows={[{ name: 'Ada' }]} />)
    const ends = (role: string): string[][] =>
      screen.getAllByRole(role).map(({ classList }) => [...classList].filter(name => name.endsWith(':pr-5')))
    const wanted = [
      ['not-print:md:@max-[54rem]/rows:pr-5'],
      ['not-print:md:@max-[66rem]/rows:pr-5'],
      ['md:pr-5'],
    ]
    expect(ends('columnheader')).toEqual(wanted)
    expect(ends('cell')).toEqual(wanted)
  })
  it('sets the label of a figure as words: digits of one width make its hyphens wide', () => {
    const figure = { id: 'net', title: 'Net pay-out', align: 'right' as const, cell: () => '₦1.00' }
    const amount = { id: 'amount', title: 'Amount', align: 'right' as const, cell: () => '₦2.00' }
    render(<Table {...shared} columns={[...columns, amount, figure]} rows={[{ name: 'Ada' }]} />)
    const label = screen.getAllByText('Net pay-out').find(each => each.closest('td'))
    expect(label?.className).toContain('normal-nums')
  })
  describe('row', () => {
    const onOpen = vi.fn<() => void>()
    const onTick = vi.fn<() => void>()
    const rowColumns = [
      {
        id: 'select',
        title: 'Select',
        titleHidden: true,
        cell: () => <SelectRow name="Ada" checked={false} onChange={onTick} />,
      },
      {
        id: 'name',
        title: 'Name',
        lead: true,
        cell: (row: { name: string }) => <RowLink onOpen={onOpen}>{row.name}</RowLink>,
      },
      { id: 'bank', title: 'Bank', cell: () => 'Zenith Bank' },
      { id: 'act', title: 'Act', cell: () => <button type="button">Claim</button> },
    ]
    beforeEach(() => {
      onOpen.mockClear()
      render(<Table {...shared} columns={rowColumns} rows={[{ name: 'Ada' }]} />)
    })
    it('opens its record wherever it is pressed', async () => {
      await userEvent.click(screen.getByText('Zenith Bank'))
      expect(onOpen).toHaveBeenCalledOnce()
    })
    it('leaves boxes, buttons and a text being selected to themselves', async () => {
      await userEvent.click(screen.getByRole('checkbox'))
      await userEvent.click(screen.getByRole('button', { name: 'Claim' }))
      const selected = vi
        .spyOn(window, 'getSelection')
        .mockReturnValue({ isCollapsed: false } as unknown as Selection)
      await userEvent.click(screen.getByText('Zenith Bank'))
      selected.mockRestore()
      expect(onTick).toHaveBeenCalledOnce()
      expect(onOpen).not.toHaveBeenCalled()
    })
    it('says whether a phone shows all of it', async () => {
      const more = screen.getByRole('button', { name: 'Show all of this row' })
      expect(more.getAttribute('aria-expanded')).toBe('false')
      await userEvent.click(more)
      expect(screen.getByRole('button', { name: 'Show less of this row' })).toBe(more)
      expect(more.getAttribute('aria-expanded')).toBe('true')
    })
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

describe('the filters of a list', () => {
  const officer = (value: string | undefined, onRemove = () => {}) => ({
    id: 'officer',
    label: 'Account officer',
    value,
    onRemove,
    field: <Select label="Account officer" value="" options={[]} onChange={() => {}} />,
  })
  const status = {
    id: 'status',
    label: 'Status',
    value: undefined,
    onRemove: () => {},
    field: <Select label="Status" value="" options={[]} onChange={() => {}} />,
  }
  const bar = { label: 'Search staff', onSearch: () => {}, onClear: () => {} }

  it('are a chip each while they are set, which removes them', async () => {
    const onRemove = vi.fn<() => void>()
    render(<FilterBar {...bar} filters={[officer('Halima Bello', onRemove), status]} />)
    expect(screen.getByRole('button', { name: 'Account officer: Halima Bello' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Status/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Account officer' }))
    expect(onRemove).toHaveBeenCalledOnce()
  })
  it('open from the chip that is set, and the others from the menu', async () => {
    render(<FilterBar {...bar} filters={[officer('Halima Bello'), status]} />)
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }))
    expect(await screen.findByLabelText('Status')).toBeDefined()
    expect(screen.queryByLabelText('Account officer')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Account officer: Halima Bello' }))
    expect(await screen.findByLabelText('Account officer')).toBeDefined()
    expect(screen.queryByLabelText('Status')).toBeNull()
  })
  it('that are cleared leave the focus on the search', async () => {
    const onClear = vi.fn<() => void>()
    render(<FilterBar {...bar} search="Ada" onClear={onClear} />)
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(onClear).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })
  it('leave it beside the search on a phone, which would raise the keyboard', async () => {
    const coarse = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    render(<FilterBar {...bar} filters={[officer('Halima Bello')]} />)
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(document.activeElement?.contains(screen.getByRole('searchbox'))).toBe(true)
    expect(document.activeElement).not.toBe(screen.getByRole('searchbox'))
    expect(document.activeElement).not.toBe(document.body)
    coarse.mockRestore()
  })
})

it('a screen that another on the same path gives way to begins at its top', () => {
  const { rerender } = render(<PageHeading key="list" title="Messaging" />)
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const scrolled = vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900)
  rerender(<PageHeading key="list" title="Messaging" description="The same screen" />)
  expect(scrollTo).not.toHaveBeenCalled()
  rerender(<PageHeading key="template" title="Receipt" />)
  expect(scrollTo).toHaveBeenCalledWith(0, 0)
  scrolled.mockRestore()
  scrollTo.mockRestore()
})

it('tabs say on which side there are more', () => {
  const wide = { clientWidth: 300, scrollWidth: 700 }
  for (const [name, value] of Object.entries(wide))
    vi.spyOn(HTMLElement.prototype, name as keyof typeof wide, 'get').mockReturnValue(value)
  const tabs = [{ id: 'live', title: 'Live' }]
  render(
    <Tabs label="Loans" tabs={tabs} current="live" onChange={() => {}}>
      Nothing
    </Tabs>,
  )
  const row = screen.getByRole('tablist')
  const sides = [0, 200, 400].map(scrolled => {
    row.scrollLeft = scrolled
    row.dispatchEvent(new Event('scroll'))
    return row.dataset.more
  })
  vi.restoreAllMocks()
  expect(sides).toEqual(['right', 'left right', 'left'])
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
