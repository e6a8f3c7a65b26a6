import { Fragment } from 'react'

const NUMBER = /\b[A-Z]{2,3}(?:-[A-Z\d]+)+/

/** A title whose record numbers stay on one line: a browser would break "PO-2026-0009" at a hyphen. */
export const Unbroken = ({ children: text }: { children: string }) => (
  <Fragment>{text.split(/(\s)/).map(unbrokenNumber)}</Fragment>
)

function unbrokenNumber(word: string, place: number) {
  if (!NUMBER.test(word)) return word
  const key = `${word} ${place}`
  return (
    <span key={key} className="whitespace-nowrap">
      {word}
    </span>
  )
}
