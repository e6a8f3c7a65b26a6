import { DEFAULT_LIMITS, TableProblem } from './table.ts'

const PAGE_BYTES = 1024 * 1024
/** Names, phones and accounts of 1.1 million people, all as text, come to about 100 MB. */
const TEXTS_MAX_BYTES = 256 * 1024 * 1024
/** What repeats in every row stands at the front, since Excel numbers texts as they first appear. */
const READY_TEXTS = 8_192
const READY_CHARACTERS = 1024 * 1024
const TEXT_MAX_BYTES = DEFAULT_LIMITS.cellCharacters * 3 + 16

/**
 * Every text of a workbook, by number. A million strings of their own would take four times the memory, so they lie
 * in pages of bytes and become strings again when a cell asks.
 */
export class SharedTexts {
  readonly #pages: Buffer[] = []
  #used = PAGE_BYTES
  #starts = new Uint32Array(4_096)
  #lengths = new Uint32Array(4_096)
  #count = 0
  readonly #ready: string[] = []
  #readyCharacters = 0

  add(text: string): void {
    const isEarly = this.#count === 0 && this.#ready.length < READY_TEXTS
    if (isEarly && this.#readyCharacters < READY_CHARACTERS) {
      this.#ready.push(text)
      this.#readyCharacters += text.length
    } else this.#store(text)
  }

  get(number: number): string | undefined {
    const at = number - this.#ready.length
    if (at < 0) return this.#ready[number]
    if (at >= this.#count) return undefined
    const start = this.#starts[at] ?? 0
    const offset = start % PAGE_BYTES
    const page = this.#pages[Math.floor(start / PAGE_BYTES)]
    return page?.toString('utf8', offset, offset + (this.#lengths[at] ?? 0))
  }

  #store(text: string): void {
    const most = Math.min(text.length * 3, TEXT_MAX_BYTES)
    if (this.#used + most > PAGE_BYTES) this.#turnPage()
    const page = this.#pages[this.#pages.length - 1]
    if (!page) return
    if (this.#count === this.#starts.length) this.#grow()
    const length = page.write(text, this.#used, 'utf8')
    this.#starts[this.#count] = (this.#pages.length - 1) * PAGE_BYTES + this.#used
    this.#lengths[this.#count++] = length
    this.#used += length
  }

  #turnPage(): void {
    this.#mustFit()
    this.#pages.push(Buffer.allocUnsafeSlow(PAGE_BYTES))
    this.#used = 0
  }

  #mustFit(): void {
    const bytes = this.#pages.length * PAGE_BYTES + this.#count * 8
    if (bytes >= TEXTS_MAX_BYTES)
      throw new TableProblem(
        'tooManyTexts',
        'This Excel file holds more text than can be read. Save it as CSV and choose that copy.',
      )
  }

  #grow(): void {
    this.#mustFit()
    const grown = (old: Uint32Array): Uint32Array<ArrayBuffer> => {
      const wider = new Uint32Array(old.length * 2)
      wider.set(old)
      return wider
    }
    this.#starts = grown(this.#starts)
    this.#lengths = grown(this.#lengths)
  }
}
