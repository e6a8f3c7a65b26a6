/** Begins to count the milliseconds of processor that this process uses: a busy machine adds nothing to them. */
export function processorTime(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}
