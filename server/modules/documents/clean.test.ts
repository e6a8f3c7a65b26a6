import { describe, expect, test } from 'vitest'
import { exif, jpeg, png } from '../../../test/files.ts'
import { clean } from './clean.ts'
import { sniff } from './sniff.ts'

const PLACE = '6.6018 N 3.3515 E'
const camera = (orientation: number): [number, Buffer] => [
  0xe1,
  Buffer.concat([Buffer.from('Exif\0\0'), exif(orientation, PLACE)]),
]
const photo = (orientation: number): Buffer =>
  jpeg({
    segments: [
      camera(orientation),
      [0xed, Buffer.from('Photoshop 3.0 Ngozi Okafor')],
      [0xfe, Buffer.from('at home')],
    ],
    behind: jpeg({ segments: [camera(1)] }),
  })

describe('a photo shown', () => {
  test.each([1, 3, 6, 8])('reveals neither place nor person, and is upright (%d)', async orientation => {
    const shown = clean('image/jpeg', photo(orientation))
    for (const reported of [PLACE, 'Ngozi', 'at home']) expect(shown.includes(reported)).toBe(false)
    expect(await sniff(shown)).toEqual({ type: 'image/jpeg' })
    expect(shown.includes('Exif')).toBe(orientation !== 1)
    if (orientation !== 1) expect(shown.readUInt16BE(shown.indexOf('Exif') + 6 + 18)).toBe(orientation)
  })

  test('keeps its pixels', () => {
    const shown = clean('image/jpeg', photo(6))
    const pixels = jpeg().subarray(20)
    expect(shown.subarray(-pixels.length)).toEqual(pixels)
  })

  test('keeps what its colours need', () => {
    const profile = Buffer.from('ICC_PROFILE\0 Display P3')
    const shown = clean(
      'image/jpeg',
      jpeg({
        segments: [
          [0xe2, profile],
          [0xe2, Buffer.from('MPF\0')],
          [0xee, Buffer.from('Adobe\0')],
        ],
      }),
    )
    expect([profile, 'Adobe', 'MPF'].map(each => shown.includes(each))).toEqual([true, true, false])
  })

  test('an unreadable orientation is left unchanged', () => {
    const torn: [number, Buffer] = [0xe1, Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1')]
    expect(clean('image/jpeg', jpeg({ segments: [torn] }))).toEqual(jpeg())
  })
})

describe('a PNG shown', () => {
  test('loses its texts and keeps which way is up', async () => {
    const shown = clean(
      'image/png',
      png({
        chunks: [
          ['tEXt', Buffer.from('Author\0Ngozi Okafor')],
          ['eXIf', exif(3, PLACE)],
          ['gAMA', Buffer.alloc(4)],
        ],
      }),
    )
    expect(await sniff(shown)).toEqual({ type: 'image/png' })
    expect(['Ngozi', PLACE, 'gAMA', 'eXIf'].map(each => shown.includes(each))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(shown.readUInt16BE(shown.indexOf('eXIf') + 4 + 18)).toBe(3)
  })
  test('that says nothing stays as it is', () => expect(clean('image/png', png())).toEqual(png()))
})

test('other files are shown as they came', () => {
  const bytes = Buffer.from('%PDF-1.7')
  expect(clean('application/pdf', bytes)).toBe(bytes)
})
