import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '@purple-sector/database'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { cpuOfProcessTree } from '../figures/cpu-of-process-tree.ts'
import { absolute, atMost } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { startProcess } from '../processes/start-process.ts'
import type { Row } from './row.ts'

/** Time after which the work of a start is finished. */
const SETTLING_S = 30
const WATCHED_S = 60

/** Nearly all transactions are one statement. */
const transactions = async (database: Database): Promise<number> => {
  const { rows } = await database.raw<{ rows: [{ ended: number }] }>(
    'select sum(xact_commit + xact_rollback)::float8 as ended from pg_stat_database',
  )
  return rows[0].ended
}

/** The embedded product without users: database transactions and CPU time. */
export const idle: Row = {
  id: 'IDLE',
  name: 'a product without users',
  async run({ rounds, quick, logProgress }) {
    const seconds = quick ? 20 : WATCHED_S
    const folder = await temporaryFolder('idle')
    const host = await startProcess<typeof import('../processes/product-host.ts').commands>('product-host')
    try {
      const { result: started } = await host.run('start', folder.path)
      const database = openDatabase({ url: started.databaseUrl, schema: 'public', maxConnections: 1 })
      try {
        await delay(SETTLING_S * 1_000)
        const [transactionRates, cpuShares]: [number[], number[]] = [[], []]
        for (let round = 0; round < rounds; round += 1) {
          const [before, cpuBefore] = [await transactions(database), cpuOfProcessTree(host.pid)]
          await delay(seconds * 1_000)
          // The measuring query is one of them.
          transactionRates.push(((await transactions(database)) - before - 1) / seconds)
          cpuShares.push((cpuOfProcessTree(host.pid) - cpuBefore) / seconds / 10)
          logProgress(
            `${transactionRates.at(-1)?.toFixed(2)} transactions/s, ${cpuShares.at(-1)?.toFixed(2)} % of a core`,
          )
        }
        const description = { row: 'IDLE', against: '–' }
        return [
          absolute(
            { ...description, what: `transactions of the database, of all services, over ${seconds} s`, unit: '1/s' },
            atMost(2, 'a second'),
            spreadOf(transactionRates),
          ),
          absolute(
            { ...description, what: `CPU of the product and its Postgres over ${seconds} s`, unit: '% of a core' },
            atMost(1, '% of a core'),
            spreadOf(cpuShares),
          ),
        ]
      } finally {
        await database.destroy()
      }
    } finally {
      await host.stop()
      await folder.remove()
    }
  },
}
