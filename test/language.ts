import { parseSync } from 'vite'

/** Words that users, readers and engineers have to guess at, each with what to write instead. */
export const RULES: readonly { pattern: RegExp; instead: string }[] = [
  {
    pattern: /\b(whoever|somebody|nobody|anew|afresh|meanwhile|lately)\b/i,
    instead: 'name the role, or: someone, no one, again, since then, recently',
  },
  {
    pattern:
      /\b(second person|hand(ed)? over|tak(e|en|ing) back|let go|put away|given up|gave up|unknown fate)\b/i,
    instead: 'approver or approval, submit, reverse, discard, dismiss, cancelled or failed, delivery status',
  },
  {
    pattern: /\b(pay-?outs?|paid out|the books?|older books?|taken over|added up|written down)\b/i,
    instead: 'disbursement, disbursed, ledger or portfolio, migrated, calculated, saved',
  },
  { pattern: /\bstands? (here|there|in|on|beside|for|under)\b/i, instead: 'is, appears, is shown' },
  {
    pattern: /\b(told about|(is|was|were|are) told)\b|\bthe line (is|was) (lost|back)\b|\bkept back\b/i,
    instead: 'notified, instructed, connection, withheld',
  },
  { pattern: /\d %|e-mail/i, instead: '33.33%, email' },
]

/** Texts that keep a listed word, each with the reason. */
export const ALLOWED: readonly { text: RegExp; why: string }[] = [
  { text: /^(hand over|take back)$/, why: 'words in the stored names of audit actions' },
  { text: /\bpayouts (·|and|to|\()/, why: 'the name of a module' },
  { text: /^payout payments transfer bank file$/, why: 'what users may type to find the page' },
]

export type Finding = { file: string; line: number; text: string; found: string; instead: string }

export function findingsIn(file: string, line: number, text: string): Finding[] {
  const rest = ALLOWED.reduce((left, allowed) => left.replace(allowed.text, ''), text)
  return RULES.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(rest)?.[0]
    return found === undefined ? [] : [{ file, line, text: text.trim(), found, instead }]
  })
}

type Node = {
  type: string
  start: number
  value?: unknown
  tag?: { name?: string }
  [key: string]: unknown
}

/** String literals, template texts and JSX text of a source file, without SQL and import paths. */
export function textsOf(file: string, source: string): { line: number; text: string }[] {
  const texts: { line: number; text: string }[] = []
  const lineAt = (start: number): number => source.slice(0, start).split('\n').length
  const add = (node: Node, text: unknown): void => {
    if (typeof text === 'string' && /\s|%/.test(text.trim())) texts.push({ line: lineAt(node.start), text })
  }
  const visit = (node: Node): void => {
    if (node.type === 'TaggedTemplateExpression' && node.tag?.name === 'sql') return
    if (node.type === 'Literal' || node.type === 'JSXText') add(node, node.value)
    if (node.type === 'TemplateElement') add(node, (node.value as { cooked: string }).cooked)
    for (const [key, inner] of Object.entries(node)) {
      if (key === 'source') continue
      for (const each of Array.isArray(inner) ? inner : [inner])
        if (each !== null && typeof each === 'object' && 'type' in each) visit(each as Node)
    }
  }
  visit(parseSync(file, source).program as unknown as Node)
  return texts
}

/** The prose of a document: what is in code, or an address, is not. */
export const proseOf = (source: string): { line: number; text: string }[] =>
  source
    .replaceAll(/```[\s\S]*?```/g, block => block.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((text, index) => ({
      line: index + 1,
      text: text.replaceAll(/`[^`]*`/g, '').replaceAll(/\]\([^)]*\)/g, ']'),
    }))
