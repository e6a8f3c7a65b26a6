/** A value that is not there, in a word: a dash could be a zero, a gap or a fault. */
export const Absent = ({ children = 'None' }: { children?: string }) => (
  <span className="text-faint">{children}</span>
)
