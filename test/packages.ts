import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../server/kernel/files.ts'

/** What Debian's packages bring, for tests that run the reference deployment. */

const PROGRAMS = {
  pgbouncer: '/usr/sbin/pgbouncer',
  haproxy: '/usr/sbin/haproxy',
  'nginx-light': '/usr/sbin/nginx',
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  pgbackrest: '/usr/bin/pgbackrest',
  postgresql: '/usr/lib/postgresql/15/bin/postgres',
} as const
type Package = keyof typeof PROGRAMS

export const missingPackages = (...packages: Package[]): Package[] =>
  packages.filter(name => !existsSync(PROGRAMS[name]))

/** Whether all are installed. Where one is missing this is said aloud: what was not tried is not proved. */
export function hasPackages(...packages: Package[]): boolean {
  const missing = missingPackages(...packages)
  if (missing.length > 0)
    console.warn(`Not tried without Debian's packages: apt-get install ${missing.join(' ')}`)
  return missing.length === 0
}

export const programOf = (name: Package): string => PROGRAMS[name]

/** A file of deploy/ with its values in place, as `envsubst` fills it for an operator. */
export async function deployFile(name: string, values: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(join(projectRoot, 'deploy', name), 'utf8')
  return text.replace(/\$\{([A-Z]\w*)\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`deploy/${name} needs a value for ${key}`)
    return value
  })
}
