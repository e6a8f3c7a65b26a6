import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { SourceFile } from './architectureRules.ts'

/**
 * Every statement of the server as its source shows it. A hole that holds a value becomes a parameter, one that names a fragment becomes its text;
 * a statement with any other hole is put together at run time and counted as such.
 */
export type Found = {
  at: string
  /** The text with its parameters; undefined where it is put together at run time. */
  text: string | undefined
  /** The properties of its row type that are not optional; undefined where no type was given or it is computed. */
  row: string[] | undefined
}

type Tag = { row: string | undefined; pieces: (string | { hole: string })[]; from: number; to: number }

/** A text by its name; `parameters` where it is a function that returns one. */
type Fragment = { tag: Tag; path: string; parameters?: string[] }
/** What the parameters of such a function were given, and in which file. */
type Given = { path: string; values: ReadonlyMap<string, string> }

/** A type whose value is sent as a parameter. */
const VALUE =
  /^(?:readonly )?(?:string|number|bigint|boolean|Date|Buffer|LocalDate)(?:\[\])?(?: \| (?:null|undefined))*$/

const TAG = /\bsql(?:<((?:[^`;=]|=>)*?)>)?`/g

/** All tags that stand in no other tag's hole. */
function tagsOf(source: string): Tag[] {
  const tags: Tag[] = []
  TAG.lastIndex = 0
  for (let match = TAG.exec(source); match; match = TAG.exec(source)) {
    const tag = readTag(source, match.index, match.index + match[0].length, match[1])
    tags.push(tag)
    TAG.lastIndex = tag.to
  }
  return tags
}

function readTag(source: string, from: number, start: number, row: string | undefined): Tag {
  const pieces: Tag['pieces'] = []
  let text = ''
  let at = start
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) {
      const end = endOfHole(source, at + 2)
      pieces.push(text, { hole: source.slice(at + 2, end).trim() })
      text = ''
      at = end + 1
    } else if (source[at] === '\\') {
      text += source[at + 1]
      at += 2
    } else text += source[at++]
  }
  pieces.push(text)
  return { row, pieces, from, to: at + 1 }
}

function endOfHole(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source[at] === '`') at = endOfTemplate(source, at + 1)
    else if (source[at] === '{') depth++
    else if (source[at] === '}' && depth-- === 0) return at
  }
  return source.length
}

function endOfTemplate(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source.startsWith('${', at)) at = endOfHole(source, at + 2)
    else if (source[at] === '`') return at
  }
  return source.length
}

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(])\/\/[^\n]*/g, '$1')

/** Fragments and types by name: those of the own file first, then the only ones of that name anywhere. */
class Names<T> {
  readonly #byFile = new Map<string, T | undefined>()
  readonly #all = new Map<string, T[]>()
  add(path: string, name: string, value: T): void {
    const key = `${path} ${name}`
    // the same name in two functions of a file says nothing
    this.#byFile.set(key, this.#byFile.has(key) ? undefined : value)
    this.#all.set(name, [...(this.#all.get(name) ?? []), value])
  }
  find(path: string, name: string): T | undefined {
    const all = this.#all.get(name) ?? []
    return this.#byFile.get(`${path} ${name}`) ?? (all.length === 1 ? all[0] : undefined)
  }
  own = (path: string, name: string): T | undefined => this.#byFile.get(`${path} ${name}`)
  has = (name: string): boolean => this.#all.has(name)
}

export function statementsIn(files: readonly SourceFile[]): Found[] {
  const fragments = new Names<Fragment>()
  const columnLists = new Names<string[]>()
  const types = new Names<{ text: string; path: string }>()
  /** Names that hold a part of a statement in some file, however it is made. */
  const parts = new Set<string>()
  const partIs = (path: string, name: string) => parts.add(`${path} ${name}`).add(name)
  const read = files.map(file => ({ path: file.path, source: withoutComments(file.source) }))
  for (const { path, source } of read) {
    for (const tag of tagsOf(source)) {
      const before = source.slice(Math.max(0, tag.from - 200), tag.from)
      const name = /\bconst (\w+)(?:: [\w<>]+)? =\s*(?:[^`;\n]*\?\s*)?$/.exec(before)?.[1]
      const isWhole = !/^\s*[.?]/.test(source.slice(tag.to, tag.to + 20))
      if (name) partIs(path, name)
      if (name && isWhole) fragments.add(path, name, { tag, path })
      const made =
        /\b(?:const (\w+) = \(([^()]*)\)(?:: [\w<>]+)? =>|function (\w+)\(([^()]*)\)(?:: [\w<>]+)? \{\n {2}return)\s*(?:[^`;\n]*\? )?$/.exec(
          before,
        )
      const maker = made?.[1] ?? made?.[3]
      if (maker) {
        partIs(path, maker)
        const parameters = split(made?.[2] ?? made?.[4] ?? '', ',').map(each => /\w+/.exec(each)?.[0] ?? '')
        fragments.add(path, maker, { tag, path, parameters })
      }
    }
    for (const [, name = ''] of source.matchAll(
      /\b(\w+)\??: (?:readonly )?(?:RawBuilder|Sql|ReturnType<typeof sql)\b/g,
    ))
      partIs(path, name)
    for (const [, name = ''] of source.matchAll(
      /\bfunction (\w+)\([^{]*\): (?:RawBuilder|Sql|ReturnType<typeof sql)\b/g,
    ))
      partIs(path, name)
    for (const [, name = '', value = ''] of source.matchAll(
      /\bconst (\w+)\b([^;]{0,400}?)\n(?=\n|\S| {2}(?:const|return|await|if)\b)/g,
    ))
      if (/\bsql[.`<]|RawBuilder/.test(value)) partIs(path, name)
    for (const [, name = ''] of source.matchAll(
      /\b(?:const|function) (\w+)\b(?:(?!\n\n)[^`]){0,300}?(?:RawBuilder<|=> sql`)/g,
    ))
      partIs(path, name)
    for (const [, name = '', list = ''] of source.matchAll(/\bconst (\w+) = \[([\s'\w,]+)\] as const/g))
      columnLists.add(
        path,
        name,
        [...list.matchAll(/'(\w+)'/g)].map(match => match[1] ?? ''),
      )
    for (const match of source.matchAll(/\b(?:type|interface) (\w+)(?:<[^=]*>)? (?:= ?)?/g))
      types.add(path, match[1] ?? '', { text: typeAt(source, match.index + match[0].length), path })
  }

  const imports = new Map(
    read.map(({ path, source }) => [path, (source.match(/^import [\s\S]*?from/gm) ?? []).join(' ')]),
  )
  const imported = (path: string, word: string): boolean =>
    new RegExp(`\\b${word}\\b`).test(imports.get(path) ?? '')

  /** The file that a name is imported from. */
  const origin = (path: string, name: string): string => {
    const found = new RegExp(`\\b${name}\\b[^;{}]*\\} from '(\\.[^']+)'`).exec(sources.get(path) ?? '')
    return found?.[1] ? join(dirname(path), found[1]) : ''
  }
  const sources = new Map(read.map(({ path, source }) => [path, source]))
  /** The columns that `valuesOf` and `changesOf` write, off the type of the parameter they are given. */
  const written = (hole: string, path: string, at: number): string | undefined => {
    const [, how, name] = /^(valuesOf|changesOf)\((\w+)\b/.exec(hole) ?? []
    if (!name) return undefined
    const source = sources.get(path) ?? ''
    const from = source.lastIndexOf(`${name}: `, at)
    if (from < 0) return undefined
    const type = parameterType(source, from + name.length + 2)
    const columns = propertiesOf(type, path, types, { optional: true })
    if (!columns?.length) return undefined
    return how === 'valuesOf'
      ? `(${columns.join(', ')}) values (${columns.map(() => '\u0000').join(', ')})`
      : columns.map(column => `${column} = \u0000`).join(', ')
  }

  /** Whether the nearest name before this place is declared with a type of values. */
  const isValue = (name: string, path: string, at: number): boolean => {
    const before = (sources.get(path) ?? '').slice(Math.max(0, at - 3_000), at)
    const declared = [...before.matchAll(new RegExp(`\\b${name}\\??: `, 'g'))].at(-1)
    return (
      declared !== undefined &&
      VALUE.test(parameterType(before, declared.index + declared[0].length).replace(/[;\n}].*/s, ''))
    )
  }

  const flat = (tag: Tag, path: string, depth = 0, given?: Given): string | undefined => {
    let text = ''
    for (const piece of tag.pieces) {
      const next =
        typeof piece === 'string'
          ? piece
          : (written(piece.hole, path, tag.from) ?? fill(piece.hole, path, depth, tag.from, given))
      if (next === undefined) return undefined
      text += next
    }
    return text
  }
  const named = (name: string, path: string): Fragment | undefined =>
    fragments.own(path, name) ??
    fragments.own(origin(path, name), name) ??
    (imported(path, name) ? fragments.find(path, name) : undefined)
  const fill = (hole: string, path: string, depth: number, at: number, given?: Given): string | undefined => {
    if (depth >= 8) return undefined
    const name = /^\w+$/.exec(hole)?.[0]
    const argument = name && given?.values.get(name)
    if (argument)
      return argument === name && given?.path === path
        ? '\u0000'
        : fill(argument, given?.path ?? path, depth + 1, at)
    if (name && isValue(name, path, at)) return '\u0000'
    const fragment = name && named(name, path)
    if (fragment && !fragment.parameters) return flat(fragment.tag, fragment.path, depth + 1)
    // a text as it is given to a function
    const text = hole.startsWith('sql`') ? tagsOf(hole)[0] : undefined
    if (text && text.to === hole.length) return flat(text, path, depth + 1, given)
    // a limit or a constant, written in
    if (hole.startsWith('sql.lit(')) return hole.includes("'") ? "''" : '1'
    const [, list, alias] =
      /^sql\.join\((\w+)\.map\(name => sql\.ref\(`(\w+\.)\$\{name\}`\)\)\)$/.exec(hole) ?? []
    const columns = list && columnLists.own(path, list)
    if (columns) return columns.map(column => `${alias}${column}`).join(', ')
    const [, called = '', inner = ''] = /^(\w+)\(([\s\S]*)\)$/.exec(hole) ?? []
    // conditions that a list is filtered by are put together at run time: the rest of the statement is read without them
    if (/conditions$/i.test(called)) return 'true'
    const maker = called ? named(called, path) : undefined
    if (maker?.parameters) {
      const handed = split(inner, ',').map(each => each.trim())
      const values = new Map(maker.parameters.map((parameter, index) => [parameter, handed[index] ?? '']))
      return flat(maker.tag, maker.path, depth + 1, { path, values })
    }
    // of two texts the first
    const branch = /^[^`]*\? (?=sql`)/.exec(hole)?.[0].length
    const chosen = branch === undefined ? undefined : tagsOf(hole.slice(branch))[0]
    if (chosen) return flat(chosen, path, depth + 1, given)
    if (/\bsql\b|\bRawBuilder\b/.test(hole)) return undefined
    const words = hole.replace(/'(?:[^'\\]|\\.)*'/g, '').match(/(?<![.\w])[A-Za-z]\w*\b/g) ?? []
    const isPart = (word: string) =>
      parts.has(`${path} ${word}`) ||
      fragments.own(path, word) !== undefined ||
      (imported(path, word) && (parts.has(word) || fragments.has(word)))
    return words.some(isPart) ? undefined : '\u0000'
  }

  return read.flatMap(({ path, source }) =>
    tagsOf(source)
      .filter(tag => /^\s*\.execute\(/.test(source.slice(tag.to, tag.to + 60)))
      .map(tag => {
        let count = 0
        const text = flat(tag, path)?.replaceAll('\u0000', () => `$${++count}`)
        const line = source.slice(0, tag.from).split('\n').length
        return {
          at: `${path}:${line}`,
          text,
          row: tag.row === undefined ? undefined : propertiesOf(tag.row, path, types),
        }
      }),
  )
}

/** The text of a type from here on, to where it ends. */
function typeAt(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const char = source[at] ?? ''
    if ('{<(['.includes(char)) depth++
    else if ('}>)]'.includes(char) && source[at - 1] !== '=') depth--
    else if (
      char === '\n' &&
      depth === 0 &&
      !/^\s+[&|]/.test(source.slice(at, at + 40)) &&
      !/[&|=]\s*$/.test(source.slice(from, at))
    )
      return source.slice(from, at)
    if (depth === 0 && char === '}' && !/^\s*&/.test(source.slice(at + 1, at + 20)))
      return source.slice(from, at + 1)
  }
  return source.slice(from)
}

/** From here to the comma or bracket that ends a parameter, without `readonly` and `[]`. */
function parameterType(source: string, from: number): string {
  let depth = 0
  let at = from
  for (; at < source.length; at++) {
    const char = source[at] ?? ''
    if (depth === 0 && ',)='.includes(char)) break
    if ('{<(['.includes(char)) depth++
    else if ('}>)]'.includes(char)) depth--
  }
  return source
    .slice(from, at)
    .trim()
    .replace(/^readonly (.*)\[\]$/s, '$1')
}

function propertiesOf(
  type: string,
  path: string,
  types: Names<{ text: string; path: string }>,
  { depth = 0, optional = false } = {},
): string[] | undefined {
  const text = type.trim()
  if (depth > 6) return undefined
  const deeper = { depth: depth + 1, optional }
  const parts = split(text, '&')
  if (parts.length > 1) {
    const each = parts.map(part => propertiesOf(part, path, types, deeper))
    return each.some(list => list === undefined) ? undefined : each.flatMap(list => list ?? [])
  }
  if (text.startsWith('{') && text.endsWith('}'))
    return split(text.slice(1, -1).replaceAll('\n', ';'), ';').flatMap(each => {
      const property = /^(?:readonly )?(\w+)(\?)?:/.exec(each.trim())
      return property?.[1] && (optional || !property[2]) ? [property[1]] : []
    })
  const partial = /^Partial<([\s\S]*)>$/.exec(text)?.[1]
  if (partial) return optional ? propertiesOf(partial, path, types, deeper) : []
  const picked = /^(Pick|Omit)<([\s\S]*)>$/.exec(text)
  if (picked) {
    const [of = '', keys = ''] = split(picked[2] ?? '', ',')
    if (!/^[\s|]*('\w+'[\s|]*)+$/.test(keys)) return undefined
    const names = [...keys.matchAll(/'(\w+)'/g)].map(match => match[1] ?? '')
    if (picked[1] === 'Pick') return names
    return propertiesOf(of, path, types, deeper)?.filter(name => !names.includes(name))
  }
  const found = /^\w+$/.test(text) ? types.find(path, text) : undefined
  return found ? propertiesOf(found.text, found.path, types, deeper) : undefined
}

/** Apart at the top level only. */
function split(text: string, by: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const [at, char] of [...text].entries()) {
    if ('{<(['.includes(char)) depth++
    if ('}>)]'.includes(char) && text[at - 1] !== '=') depth--
    if (char === by && depth === 0) {
      parts.push(part)
      part = ''
    } else part += char
  }
  return [...parts, part].filter(each => each.trim() !== '')
}

/** The names of the columns that a statement gives, as the database reads it, without running it. */
export function columnsOf(client: pg.Client, text: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let columns: string[] = []
    const described = {
      submit(connection: { parse(of: object): void; describe(of: object): void; sync(): void }) {
        connection.parse({ text, name: '' })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription: (message: { fields: { name: string }[] }) => {
        columns = message.fields.map(field => field.name)
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    }
    client.query(described as unknown as pg.Submittable)
  })
}
