import { Decoder, markedEncoding } from './encoding.ts'
import { damagedWorkbook, overPacked } from './table.ts'

export type Attributes = Readonly<Record<string, string>>

export type XmlHandler = {
  /** Names come without their prefix: `x:row` is a `row`. */
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

const NONE: Attributes = Object.freeze(Object.create(null))
/** A workbook nests some ten deep. */
const DEPTH_MAX = 64
const ATTRIBUTES_MAX = 100

const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const EQUALS = 0x3d
const BRACKET = 0x3e

/**
 * As much of XML as a workbook may hold, read by searching for its brackets: tags with attributes, text, the five
 * entities and numbered ones, CDATA. Comments and instructions are passed over. A DTD, which the standard forbids and
 * only attacks bring, is refused, so no entity is ever defined or fetched.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #open: string[] = []
  #text = ''
  #hasRoot = false

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** How much is held that no bracket has closed yet. */
  get waiting(): number {
    return this.#text.length
  }

  write(more: string): void {
    // XML has no zero, and no database takes it
    if (more.includes('\0')) throw damagedWorkbook()
    const text = this.#text + more
    let at = 0
    for (;;) {
      const open = text.indexOf('<', at)
      if (open < 0) break
      if (open > at) this.#say(text.slice(at, open))
      at = open
      const next = this.#markup(text, open)
      if (next === undefined) break
      at = next
    }
    this.#text = at === 0 ? text : text.slice(at)
  }

  end(): void {
    if (this.#open.length > 0 || !this.#hasRoot || this.#text.trim() !== '') throw damagedWorkbook()
  }

  /** Behind the tag, comment or instruction at `open`; undefined while its end has not come. */
  #markup(text: string, open: number): number | undefined {
    const sign = text.charCodeAt(open + 1)
    if (sign === BANG) return this.#declaration(text, open)
    const end = text.indexOf(sign === QUESTION ? '?>' : '>', open + 1)
    if (end < 0) return undefined
    if (sign === QUESTION) return end + 2
    if (sign !== SLASH) return this.#openTag(text, open, end)
    const name = text.slice(open + 2, end).trimEnd()
    if (this.#open.pop() !== name) throw damagedWorkbook()
    this.#handler.close?.(localName(name))
    return end + 1
  }

  #declaration(text: string, open: number): number | undefined {
    const behind = (mark: string, from: number): number | undefined => {
      const end = text.indexOf(mark, from)
      return end < 0 ? undefined : end + mark.length
    }
    if (text.startsWith('<!--', open)) return behind('-->', open + 4)
    if (text.startsWith('<![CDATA[', open)) {
      const end = behind(']]>', open + 9)
      if (end !== undefined && this.#open.length > 0) this.#handler.text?.(text.slice(open + 9, end - 3))
      return end
    }
    // it may be one of the two, cut off
    const begun = text.slice(open, open + 9)
    if ('<!--'.startsWith(begun) || '<![CDATA['.startsWith(begun)) return undefined
    throw damagedWorkbook()
  }

  #openTag(text: string, open: number, firstEnd: number): number | undefined {
    let nameEnd = open + 1
    while (nameEnd < firstEnd && isNameCharacter(text.charCodeAt(nameEnd))) nameEnd++
    const name = text.slice(open + 1, nameEnd)
    if (name === '') throw damagedWorkbook()
    const read = nameEnd === firstEnd ? undefined : readAttributes(text, nameEnd)
    if (read === 'unknown') return undefined
    const end = read?.end ?? firstEnd
    if (this.#open.length >= DEPTH_MAX || (this.#open.length === 0 && this.#hasRoot)) throw damagedWorkbook()
    this.#hasRoot = true
    const local = localName(name)
    this.#handler.open(local, read?.attributes ?? NONE)
    if (text.charCodeAt(end - 1) === SLASH) this.#handler.close?.(local)
    else this.#open.push(name)
    return end + 1
  }

  #say(text: string): void {
    if (this.#open.length > 0) this.#handler.text?.(text.includes('&') ? withoutEntities(text) : text)
    else if (text.trim() !== '') throw damagedWorkbook()
  }
}

/** Names end at white space, a slash or the bracket. */
const isNameCharacter = (code: number): boolean => code > 0x20 && code !== SLASH

const isAttributeCharacter = (code: number): boolean =>
  code > 0x20 && code !== EQUALS && code !== SLASH && code !== BRACKET && code !== 0x3c

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

type AttributesRead = { attributes: Attributes; end: number } | 'unknown'

/** A bracket inside quotes closes nothing, so the tag ends where its attributes do. */
function readAttributes(text: string, from: number): AttributesRead {
  const attributes: Record<string, string> = Object.create(null)
  let at = from
  for (let count = 0; count <= ATTRIBUTES_MAX; count++) {
    while (isSpace(text.charCodeAt(at))) at++
    if (at >= text.length) return 'unknown'
    const code = text.charCodeAt(at)
    if (code === BRACKET) return { attributes, end: at }
    if (code === SLASH) {
      if (at + 1 >= text.length) return 'unknown'
      if (text.charCodeAt(at + 1) !== BRACKET) throw damagedWorkbook()
      return { attributes, end: at + 1 }
    }
    let nameEnd = at
    while (isAttributeCharacter(text.charCodeAt(nameEnd))) nameEnd++
    let open = nameEnd
    while (isSpace(text.charCodeAt(open))) open++
    if (open >= text.length) return 'unknown'
    if (nameEnd === at || text.charCodeAt(open) !== EQUALS) throw damagedWorkbook()
    open++
    while (isSpace(text.charCodeAt(open))) open++
    if (open >= text.length) return 'unknown'
    const quote = text[open]
    if (quote !== '"' && quote !== "'") throw damagedWorkbook()
    const close = text.indexOf(quote, open + 1)
    if (close < 0) return 'unknown'
    const value = text.slice(open + 1, close)
    attributes[text.slice(at, nameEnd)] = value.includes('&') ? withoutEntities(value) : value
    at = close + 1
  }
  throw damagedWorkbook()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function withoutEntities(text: string): string {
  return text.replace(/&([^;&]{0,12});?/g, (whole, name: string) => {
    const number = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name)
    const code = number ? Number.parseInt(number[1] ?? number[2] ?? '', number[1] ? 16 : 10) : undefined
    const letter =
      code === undefined
        ? ENTITIES[name]
        : code > 0 && code <= 0x10ffff
          ? String.fromCodePoint(code)
          : undefined
    if (letter === undefined || !whole.endsWith(';')) throw damagedWorkbook()
    return letter
  })
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** No text, tag or comment of a workbook comes near. */
const WAITING_MAX_CHARACTERS = 1024 * 1024

/** Reads a part as it is unpacked and pauses after every block, so that the consumer can pass on its rows. */
export async function* walkXml(blocks: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler)
  let decoder: Decoder | undefined
  for await (const block of blocks) {
    decoder ??= new Decoder(markedEncoding(block) ?? 'utf-8')
    scanner.write(decoder.write(block))
    if (scanner.waiting > WAITING_MAX_CHARACTERS) throw overPacked()
    yield
  }
  scanner.write(decoder?.end() ?? '')
  scanner.end()
  yield
}

export async function listenToXml(blocks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of walkXml(blocks, handler));
}
