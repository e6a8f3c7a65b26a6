const NUMBER = /(\S*\b[A-Z]{2,3}(?:-[A-Z\d]+)+\S*)/

/** A title whose record numbers stay on one line: a browser would break "PO-2026-0009" at a hyphen. */
export const Unbroken = ({ children: text }: { children: string }) =>
  text.split(NUMBER).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
