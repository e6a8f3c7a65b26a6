import { SaxesParser } from 'saxes'
import { Decoder, markedEncoding } from './encoding.ts'
import { damagedWorkbook, overPacked, TableProblem } from './tableProblem.ts'

export type Attributes = Readonly<Record<string, string>>

export type XmlHandler = {
  /** Names come without their prefix: `x:row` is a `row`. */
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** No text, tag or comment of a workbook comes near; the parser would hold all of it. */
const MOST_SILENCE_CHARACTERS = 4 * 1024 * 1024
/** A workbook nests some ten deep. */
const MOST_DEPTH = 64

/** Reads a part as it is unpacked and pauses after every block, so that whoever listens can hand on what it has. */
export async function* walkXml(blocks: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false })
  const locals = new Map<string, string>()
  let depth = 0
  let silence = 0
  parser.on('doctype', () => {
    // the standard forbids a DTD; only attacks on XML readers bring one
    throw damagedWorkbook()
  })
  parser.on('opentag', tag => {
    silence = 0
    if (++depth > MOST_DEPTH) throw damagedWorkbook()
    handler.open(localName(tag.name, locals), tag.attributes)
  })
  if (handler.text) parser.on('text', text => handler.text?.(text))
  if (handler.text) parser.on('cdata', text => handler.text?.(text))
  parser.on('closetag', tag => {
    silence = 0
    depth--
    handler.close?.(localName(tag.name, locals))
  })
  let decoder: Decoder | undefined
  for await (const block of blocks) {
    decoder ??= new Decoder(markedEncoding(block) ?? 'utf-8')
    silence += block.length
    if (silence > MOST_SILENCE_CHARACTERS) throw overPacked()
    parse(parser, decoder.write(block))
    yield
  }
  parse(parser, null)
  yield
}

export async function listenToXml(blocks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of walkXml(blocks, handler));
}

/** The parser throws what it cannot read, and is closed by null. */
function parse(parser: SaxesParser, text: string | null): void {
  try {
    parser.write(text)
  } catch (error) {
    throw error instanceof TableProblem ? error : damagedWorkbook()
  }
}

function localName(name: string, known: Map<string, string>): string {
  const local = known.get(name)
  if (local !== undefined) return local
  const bare = name.slice(name.indexOf(':') + 1)
  if (known.size < 1_000) known.set(name, bare)
  return bare
}
