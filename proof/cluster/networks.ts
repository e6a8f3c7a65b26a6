import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Each database machine in a network namespace with one line to all others, which can be cut. Root alone can make them;
 * where they cannot be, addresses of loopback stand for the machines.
 */

const BRIDGE = 'iroko0'
const spaceOf = (machine: string): string => `iroko-${machine}`
const lineOf = (machine: string): string => `iroko-${machine}`

const run = promisify(execFile)
const ip = (command: string) => run('ip', command.split(' '))

export const hasNetworks = ((): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const trial = spaceOf(`trial-${process.pid}`)
  if (spawnSync('ip', ['netns', 'add', trial]).status !== 0) return false
  return spawnSync('ip', ['netns', 'delete', trial]).status === 0
})()

export async function layNetworks(machines: Readonly<Record<string, string>>, own: string): Promise<void> {
  if (!hasNetworks) return
  await removeNetworks(Object.keys(machines))
  await ip(`link add ${BRIDGE} type bridge`)
  await ip(`address add ${own}/24 dev ${BRIDGE}`)
  await ip(`link set ${BRIDGE} up`)
  for (const [machine, address] of Object.entries(machines)) {
    const space = spaceOf(machine)
    await ip(`netns add ${space}`)
    await ip(`link add ${lineOf(machine)} type veth peer name eth0 netns ${space}`)
    await ip(`link set ${lineOf(machine)} master ${BRIDGE} up`)
    await ip(`-n ${space} address add ${address}/24 dev eth0`)
    for (const device of ['eth0', 'lo']) await ip(`-n ${space} link set ${device} up`)
  }
}

export async function removeNetworks(machines: readonly string[]): Promise<void> {
  if (!hasNetworks) return
  for (const machine of machines) {
    await ip(`link delete ${lineOf(machine)}`).catch(() => {})
    await ip(`netns delete ${spaceOf(machine)}`).catch(() => {})
  }
  await ip(`link delete ${BRIDGE}`).catch(() => {})
}

/** What is sent is lost, in both directions, and nothing says so. */
export const cutNetwork = (machine: string): Promise<unknown> => ip(`link set ${lineOf(machine)} down`)
export const mendNetwork = (machine: string): Promise<unknown> => ip(`link set ${lineOf(machine)} up`)

/** A command as this user in the network of a machine. */
export const inNetwork = (
  machine: string,
  { uid, gid }: { uid: number; gid: number },
  command: readonly string[],
): string[] => [
  'ip',
  'netns',
  'exec',
  spaceOf(machine),
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  ...command,
]
