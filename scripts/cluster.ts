import {
  apps,
  ClusterError,
  FOLDER,
  isUp,
  members,
  startCluster,
  stopCluster,
  webUrl,
} from '../proof/cluster/machines.ts'
import { processes } from '../proof/cluster/processes.ts'

/** `npm run cluster start|stop|status`: the reference deployment of deploy/ on this machine. */

const COMMANDS: Record<string, () => Promise<void>> = {
  async start() {
    await startCluster(line => console.log(line)).catch(async error => {
      if (!(error instanceof ClusterError)) await stopCluster()
      throw error
    })
    await COMMANDS.status?.()
  },
  async stop() {
    await stopCluster()
    console.log(`Nothing runs any more, and ${FOLDER} is gone.`)
  },
  async status() {
    const running = processes()
    if (running.length === 0) return console.log('The cluster does not run.')
    for (const { name, role, state, lag } of await members())
      console.log(`${name}  ${role.padEnd(12)} ${state}${lag ? `, ${lag} bytes behind` : ''}`)
    for (const app of apps) console.log(`${app} ${webUrl(app)} ${(await isUp(app)) ? 'ready' : 'not ready'}`)
  },
}

const run = COMMANDS[process.argv[2] ?? '']
if (run)
  await run().catch(error => {
    console.error(error instanceof ClusterError ? error.message : error)
    process.exitCode = 1
  })
else {
  console.error('npm run cluster start, stop or status')
  process.exitCode = 1
}
