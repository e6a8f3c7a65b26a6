import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../server/kernel/files.ts'

/**
 * New releases of the program that differ by migrations, as a release may hold: what the programs of the release before do
 * not know of, and need not. They change the busiest tables.
 */

const migrationsOf = (n: number): Readonly<Record<string, string>> => ({
  [`9${n}01_next.sql`]: `
    alter table loan add column next_${n} text not null default 'none';
    alter table loan_event add column next_${n} bigint;
    create table next_${n} (loan_id uuid primary key references loan(id), at timestamptz not null default now());
    insert into next_${n} (loan_id) select id from loan;
    alter table staff_session add column next_${n} boolean not null default false;`,
  [`9${n}02_next_index.sql`]: `-- outside a transaction
create index concurrently if not exists loan_event_next_${n} on loan_event (effective_on, next_${n});
`,
})

const SHARED = ['package.json', 'node_modules', 'dist/web'] as const

/** Makes the folder of the n-th release after this one, which has the migrations of those between. */
export async function makeRelease(folder: string, n: number): Promise<string> {
  const root = join(folder, `release-${n}`)
  await mkdir(join(root, 'dist'), { recursive: true, mode: 0o755 })
  for (const each of ['dist/server', 'db'])
    await cp(join(projectRoot, each), join(root, each), { recursive: true })
  for (const each of SHARED) await symlink(join(projectRoot, each), join(root, each))
  for (let each = 1; each <= n; each++)
    for (const [name, sql] of Object.entries(migrationsOf(each)))
      await writeFile(join(root, 'db', 'migrations', name), sql, { mode: 0o644 })
  return root
}
