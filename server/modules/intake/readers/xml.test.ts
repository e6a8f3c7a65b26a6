import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { TableProblem } from './table.ts'
import { XmlScanner } from './xml.ts'

type Heard = [what: 'open' | 'text' | 'close', ...words: string[]][]

/** Text may come in several pieces; only what it adds up to counts. */
function listener(): { heard: Heard; say: (text: string) => void } {
  const heard: Heard = []
  const say = (text: string): void => {
    const last = heard.at(-1)
    if (last?.[0] === 'text') last[1] += text
    else if (text !== '') heard.push(['text', text])
  }
  return { heard, say }
}
const words = (attributes: Readonly<Record<string, string>>): string[] => Object.entries(attributes).flat()
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

function scan(blocks: readonly string[]): Heard | 'refused' {
  const { heard, say } = listener()
  const scanner = new XmlScanner({
    open: (name, attributes) => heard.push(['open', name, ...words(attributes)]),
    text: say,
    close: name => heard.push(['close', name]),
  })
  try {
    for (const block of blocks) scanner.write(block)
    scanner.end()
    return heard
  } catch (error) {
    expect(error).toBeInstanceOf(TableProblem)
    return 'refused'
  }
}

/** A complete XML parser, to be judged by. */
function judge(text: string): Heard | 'refused' {
  const { heard, say } = listener()
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  parser.on('opentag', tag => {
    depth++
    heard.push(['open', local(tag.name), ...words(tag.attributes)])
  })
  parser.on('text', part => depth > 0 && say(part))
  parser.on('cdata', say)
  parser.on('closetag', tag => {
    depth--
    heard.push(['close', local(tag.name)])
  })
  try {
    parser.write(text).close()
    return heard
  } catch {
    return 'refused'
  }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
const letters = fc.string({ unit: fc.constantFrom(...'aZ é₦<>&"\'= /'), maxLength: 8 })
const name = fc.constantFrom('c', 'row', 'x:v', 'is', 't')
const attribute = fc
  .tuple(fc.constantFrom('r', 's', 'xml:space'), letters, fc.constantFrom('="', " = '", '=\t"'))
  .map(([key, value, equals]) => ` ${key}${equals}${escaped(value)}${equals.at(-1)}`)
const oneAttribute = fc.option(attribute, { nil: '' })
const { tree } = fc.letrec<{ tree: string; child: string }>(tie => ({
  child: fc.oneof(
    { depthSize: 'small' },
    letters.map(escaped),
    fc.constantFrom('<!-- a > b -->', '<?do it?>', '<![CDATA[a < b & c]]>', '&amp;', '&#8358;', '&#x1F600;'),
    tie('tree'),
  ),
  tree: fc
    .tuple(name, oneAttribute, fc.array(tie('child'), { maxLength: 4 }), fc.constantFrom('', ' ', '\n'))
    .map(([tag, more, children, space]) =>
      children.length === 0
        ? `<${tag}${more}${space}/>`
        : `<${tag}${more}${space}>${children.join('')}</${tag}${space}>`,
    ),
}))
const document = tree.map(root => `<?xml version="1.0"?>\n<!-- by hand -->${root}\n`)

function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.map(cut => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  return places.slice(1).map((place, at) => text.slice(places[at], place))
}

describe('the reader of XML', () => {
  test('hears what a complete parser hears, wherever the blocks end', () => {
    fc.assert(
      fc.property(document, fc.array(fc.nat(), { maxLength: 5 }), (text, cuts) => {
        const judged = judge(text)
        expect(judged).not.toBe('refused')
        expect(scan(cutAt(text, cuts))).toEqual(judged)
      }),
      { numRuns: 1_500 },
    )
  })

  test('hears the same or refuses when the text is torn', () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(6), letters, (text, place, length, mess) => {
        const at = place % text.length
        const torn = text.slice(0, at) + mess + text.slice(at + length)
        const judged = judge(torn)
        const heard = scan([torn])
        if (judged !== 'refused' && heard !== 'refused') expect(heard).toEqual(judged)
      }),
      { numRuns: 1_500 },
    )
  })

  test.each([
    ['a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['an undefined entity', '<a>&b;</a>'],
    ['an entity without end', '<a>&amp</a>'],
    ['a zero by number', '<a>&#0;</a>'],
    ['a zero', '<a>\0</a>'],
    ['tags that cross', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['no root', '<?xml version="1.0"?>'],
    ['text outside', 'x<a/>'],
    ['an attribute without value', '<row foo><c r="A1"/></row>'],
    ['an attribute without quotes', '<c r=A1/>'],
    ['a tag without name', '< a="b"/>'],
    ['an end that does not come', '<a><!-- '],
  ])('refuses %s', (_, text) => {
    expect(scan([text])).toBe('refused')
  })
})
