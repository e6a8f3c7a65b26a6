import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QrCode } from './QrCode.tsx'

/** Read by a telephone: version 1, error correction M. */
const IROKO = [
  '#######.#.##..#######',
  '#.....#.#.....#.....#',
  '#.###.#.#..##.#.###.#',
  '#.###.#...###.#.###.#',
  '#.###.#.##.##.#.###.#',
  '#.....#..##...#.....#',
  '#######.#.#.#.#######',
  '.....................',
  '#..######..#.#..#.###',
  '###....##..###.##.##.',
  '..#.#.#...###..#.#.##',
  '...#.#.##.#.#####.##.',
  '#####.###.########.#.',
  '........#...###..#.##',
  '#######.#..#.....#...',
  '#.....#.#.#...#..####',
  '#.###.#.#.#..##.##.##',
  '#.###.#.#...###.##...',
  '#.###.#..#####.##..##',
  '#.....#..####..######',
  '#######.#.#.##.......',
]

/** What the dark path draws, with the white border the standard wants. */
function drawn(text: string): string[] {
  render(<QrCode text={text} label={text} />)
  const code = screen.getByRole('img', { name: text })
  const side = Number(code.getAttribute('viewBox')?.split(' ')[2])
  const squares = Array.from({ length: side }, () => Array<string>(side).fill('.'))
  const path = code.querySelectorAll('path')[1]?.getAttribute('d') ?? ''
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    squares[Number(y)]?.fill('#', Number(x), Number(x) + Number(length))
  return squares.map(row => row.join(''))
}

test('a text is drawn as every reader expects it, within four squares of white', () => {
  const rows = drawn('Iroko')
  expect(rows.slice(4, -4).map(row => row.slice(4, -4))).toEqual(IROKO)
  expect([...rows.slice(0, 4), ...rows.slice(-4)].join('')).not.toContain('#')
})

test.each([
  ['the longest that fits version 1', 'ọ'.repeat(4), 21],
  ['one letter more', 'ọ'.repeat(5), 25],
  [
    'the address of a second factor',
    'otpauth://totp/Iroko:ngozi%40iroko.test?secret=JBSWY3DPEHPK3PXP&issuer=Iroko',
    37,
  ],
])('%s has its size', (_, text, side) => {
  expect(drawn(text)).toHaveLength(side + 8)
})
