import { type BenchPostgres, startBenchPostgres } from '../database/bench-postgres.ts'
import { absolute, atMost, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { CAR_IDS, CHANCES_WEEKEND_ID, fanHeaders, fillChancesGame, takeCarOut } from '../game/chances-game.ts'
import { startTipping, type TippingRun, tippingAccessOf } from '../game/tipping-run.ts'
import type { Row } from './row.ts'

const MEMBERS = 1_000
/** Unmeasured replies, after which the code is compiled. */
const WARM_UP = 5

/** Returns the processor time of this process, which runs tipping, and of its Postgres. */
const cpuMs = (postgres: BenchPostgres): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + postgres.cpuMs()
}

const readChances = async (run: TippingRun, headers: Record<string, string>): Promise<void> => {
  const url = `/api/groups/1/chances/${CHANCES_WEEKEND_ID}`
  const reply = await run.service.app.inject({ method: 'GET', url, headers })
  const total = reply.json().podiums?.total
  if (total !== 26 * 25 * 24) throw new Error(`The reply ${reply.statusCode} has ${total} podiums`)
}

export const c1: Row = {
  id: 'C1',
  name: 'the chances of a group',
  async run({ rounds, quick, logProgress }) {
    const postgres = await startBenchPostgres()
    const { publicKey, headersOf } = fanHeaders()
    try {
      const database = await postgres.create('c1', ['tipping'])
      const run = await startTipping({ ...tippingAccessOf(database), identityPublicKey: publicKey })
      try {
        logProgress(`filling a group of ${MEMBERS}`)
        await fillChancesGame(run, { participants: MEMBERS, groups: 1, membersOfGroup: MEMBERS })
        const [first, ...others] = await Promise.all(Array.from({ length: 100 }, (_, index) => headersOf(index + 1)))
        const firstReplies: number[] = []
        const furtherReplies: number[] = []
        const measured = Math.min(quick ? 5 * rounds : 10 * rounds, CAR_IDS.length - WARM_UP)
        for (const carId of CAR_IDS.slice(0, WARM_UP + measured)) {
          await takeCarOut(run, carId)
          const before = cpuMs(postgres)
          await readChances(run, first!)
          const between = cpuMs(postgres)
          for (const headers of others) await readChances(run, headers)
          const after = cpuMs(postgres)
          if (carId <= WARM_UP) continue
          firstReplies.push(between - before)
          furtherReplies.push((after - between) / others.length)
        }
        const row = { row: 'C1', unit: 'ms', against: '–' }
        const what = 'processor time for chances in a group of 1,000 with 26 cars'
        return [
          absolute({ ...row, what: `${what}: first reply` }, atMost(100, 'ms'), spreadOf(firstReplies)),
          absolute({ ...row, what: `${what}: further replies, each` }, report, spreadOf(furtherReplies)),
        ]
      } finally {
        await run.stop()
      }
    } finally {
      await postgres.stop()
    }
  },
}
