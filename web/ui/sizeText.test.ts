import { expect, test } from 'vitest'
import { sizeText } from './sizeText.ts'

test.each([
  [724, '724 bytes'],
  [1024, '1 kB'],
  [86_000, '84 kB'],
  [524_288, '512 kB'],
  [2_881_724, '2.7 MB'],
  [3_221_225_472, '3.0 GB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text))
