import { describe, expect, test } from 'vitest'
import { correctionCodewords, formatBits, type QrSquares, qrSquares, versionBits } from './qr.ts'

/** The board for "Iroko", checked once with an independent reader. */
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

const drawing = (squares: QrSquares): string[] =>
  squares.map(row => row.map(dark => (dark ? '#' : '.')).join(''))

describe('the worked examples of ISO/IEC 18004', () => {
  test('annex I: the correction of 01234567 in version 1-M', () => {
    const message = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, ...Array(5).fill([0xec, 0x11]).flat()]
    expect(correctionCodewords(message, 10)).toEqual([
      0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55,
    ])
  })
  test('annex C: format of level M with mask 5', () => {
    expect(formatBits(5).toString(2)).toBe('100000011001110')
  })
  test('annex D: the mark of version 7', () => {
    expect(versionBits(7).toString(2).padStart(18, '0')).toBe('000111110010010100')
  })
})

describe('the board', () => {
  test('"Iroko" looks as it did when a camera read it', () => {
    expect(drawing(qrSquares('Iroko'))).toEqual(IROKO)
  })

  /** Table 7 of the standard, level M: the most bytes a version holds, and its side of 17 + 4 × version. */
  test.each([
    [14, 21],
    [15, 25],
    [122, 45],
    [123, 49],
    [180, 53],
    [181, 57],
    [213, 57],
    [666, 97],
  ])('%i bytes fit a side of %i squares', (bytes, side) => {
    const squares = qrSquares('x'.repeat(bytes))
    expect(squares.length).toBe(side)
    expect(squares.every(row => row.length === side)).toBe(true)
  })

  test('Yoruba letters count as the bytes they are', () => {
    expect(qrSquares('ọ'.repeat(4)).length).toBe(21)
    expect(qrSquares('ọ'.repeat(5)).length).toBe(25)
  })

  test('what does not fit is refused, not cut', () => {
    expect(() => qrSquares('x'.repeat(667))).toThrow('667 bytes are too many')
  })

  test('the three finders stand in their corners', () => {
    const board = drawing(
      qrSquares('otpauth://totp/Iroko:ngozi%40iroko.test?secret=JBSWY3DPEHPK3PXP&issuer=Iroko'),
    )
    const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']
    expect(board.slice(0, 7).map(row => row.slice(0, 7))).toEqual(finder)
    expect(board.slice(0, 7).map(row => row.slice(-7))).toEqual(finder)
    expect(board.slice(-7).map(row => row.slice(0, 7))).toEqual(finder)
  })
})
