import { Decoder, markedEncoding } from './encoding.ts'
import { overPacked } from './table.ts'
import { type XmlHandler, XmlScanner } from './xmlScanner.ts'

/** No text, tag or comment of a workbook comes near. */
const MOST_WAITING_CHARACTERS = 1024 * 1024

/** Reads a part as it is unpacked and pauses after every block, so that whoever listens can hand on what it has. */
export async function* walkXml(blocks: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler)
  let decoder: Decoder | undefined
  for await (const block of blocks) {
    decoder ??= new Decoder(markedEncoding(block) ?? 'utf-8')
    scanner.write(decoder.write(block))
    if (scanner.waiting > MOST_WAITING_CHARACTERS) throw overPacked()
    yield
  }
  scanner.write(decoder?.end() ?? '')
  scanner.end()
  yield
}

export async function listenToXml(blocks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of walkXml(blocks, handler));
}
