/** A value that is not there, in a word: a dash could be a zero, a gap or a fault. */
export const EmptyValue = ({ children = 'None' }: { children?: string }) => (
  <span className="text-faint">{children}</span>
)
