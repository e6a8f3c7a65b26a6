import { Fragment, type ReactNode } from 'react'

/** Renders the Markdown that the user guides contain: headings, lists, tables of two columns, pictures, emphasis, code and links. */

type Block =
  | { kind: 'heading' | 'text'; text: string }
  | { kind: 'points'; items: string[] }
  | { kind: 'numbers'; from: number; items: string[] }
  | { kind: 'picture'; file: string; text: string }
  | { kind: 'table'; rows: string[][] }

const PICTURE = /^!\[([^[\]]*)\]\(\S*\/([\w.-]+)\)$/
const ITEM = /^(?:(\d+)\.|-) /
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
const isRule = (line: string): boolean => /^\|[\s|:-]+\|$/.test(line)

/** Adds a line to the last block, or begins a new one. */
function take(blocks: Block[], line: string, isNew: boolean): void {
  const last = isNew ? undefined : blocks.at(-1)
  const item = ITEM.exec(line)
  const picture = PICTURE.exec(line)
  if (picture) blocks.push({ kind: 'picture', file: picture[2] ?? '', text: picture[1] ?? '' })
  else if (line.startsWith('#')) blocks.push({ kind: 'heading', text: line.replace(/^#+ /, '') })
  else if (item) {
    const list =
      item[1] === undefined
        ? ({ kind: 'points' } as const)
        : ({ kind: 'numbers', from: Number(item[1]) } as const)
    const text = line.slice(item[0].length)
    if (last?.kind === list.kind) last.items.push(text)
    else blocks.push({ ...list, items: [text] })
  } else if (line.startsWith('|')) {
    if (isRule(line)) return
    if (last?.kind === 'table') last.rows.push(cellsOf(line))
    else blocks.push({ kind: 'table', rows: [cellsOf(line)] })
  } else if (last?.kind === 'points' || last?.kind === 'numbers')
    last.items.push(`${last.items.pop()} ${line.trim()}`)
  else if (last?.kind === 'text') last.text += ` ${line}`
  else blocks.push({ kind: 'text', text: line })
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let isNew = true
  for (const line of markdown.split('\n')) {
    if (line.trim() !== '') take(blocks, line, isNew)
    isNew = line.trim() === ''
  }
  return blocks
}

const MARKED = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^[\]]+\]\([^()]+\))/

/** A link to another guide is shown as text, because guides are not pages of the console. */
function marked(piece: string): ReactNode {
  const link = /^\[([^[\]]+)\]\(/.exec(piece)
  if (link) return link[1]
  if (piece.startsWith('**')) return <strong className="font-semibold">{inline(piece.slice(2, -2))}</strong>
  if (piece.startsWith('*')) return <em>{inline(piece.slice(1, -1))}</em>
  return <code className="rounded bg-sunken px-1 py-0.5 text-[0.8125rem]">{piece.slice(1, -1)}</code>
}

const inline = (text: string): ReactNode =>
  text
    .split(MARKED)
    // keyed by position, because a sentence can contain the same words twice
    .map((piece, at) => [`${at} ${piece}`, at % 2 === 0 ? piece : marked(piece)] as const)
    .map(([key, piece]) => <Fragment key={key}>{piece}</Fragment>)

const LIST = 'flex flex-col gap-2 pl-5 marker:text-faint'

type Pictures = Readonly<Record<string, string>>

function BlockDrawn({ block, pictures }: { block: Block; pictures: Pictures }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="mt-2 text-[0.9375rem] font-semibold">{block.text}</h3>
    case 'text':
      return <p>{inline(block.text)}</p>
    case 'numbers':
      return (
        <ol start={block.from} className={`list-decimal ${LIST}`}>
          {block.items.map(item => (
            <li key={item}>{inline(item)}</li>
          ))}
        </ol>
      )
    case 'points':
      return (
        <ul className={`list-disc ${LIST}`}>
          {block.items.map(item => (
            <li key={item}>{inline(item)}</li>
          ))}
        </ul>
      )
    case 'picture':
      return (
        <img
          src={pictures[block.file]}
          alt={block.text}
          loading="lazy"
          className="max-w-full rounded border border-line"
        />
      )
    case 'table':
      return (
        <dl className="flex flex-col gap-2">
          {block.rows.slice(1).map(([term = '', ...rest]) => (
            <div key={term}>
              <dt className="font-semibold">{inline(term)}</dt>
              <dd>{inline(rest.join(', '))}</dd>
            </div>
          ))}
        </dl>
      )
  }
}

/** `pictures` gives the address of a picture by its file name. */
export const GuideText = ({ markdown, pictures }: { markdown: string; pictures: Pictures }) => (
  <div className="flex flex-col gap-3 leading-6 text-pretty">
    {blocksOf(markdown).map(block => (
      <BlockDrawn key={JSON.stringify(block)} block={block} pictures={pictures} />
    ))}
  </div>
)
