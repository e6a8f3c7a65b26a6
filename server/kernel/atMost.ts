/** Runs so many at a time; the others wait their turn in the order they came. */
export function atMost(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async run => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await run()
    } finally {
      // passes the slot to the next in line, so that a new caller cannot overtake
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
