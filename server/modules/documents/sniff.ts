import { isCompound, judgeCompound } from './compound.ts'
import { isJpeg, isPng, judgeJpeg, judgePng } from './images.ts'
import { isZip, judgeOffice } from './office.ts'
import { isPdf, judgePdf } from './pdf.ts'
import type { Verdict } from './problems.ts'

/** How each kind begins, and who knows the rest of it. */
const KINDS: [begins: (bytes: Buffer) => boolean, judge: (bytes: Buffer) => Verdict | Promise<Verdict>][] = [
  [isJpeg, judgeJpeg],
  [isPng, judgePng],
  [isPdf, judgePdf],
  [isZip, judgeOffice],
  [isCompound, judgeCompound],
]

/** Detects the type from the content alone: names and declared types are claims of the sender. */
export async function sniff(bytes: Buffer): Promise<Verdict> {
  const kind = KINDS.find(([begins]) => begins(bytes))
  return kind ? kind[1](bytes) : { problem: 'wrongType' }
}
