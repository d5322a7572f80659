import { join } from 'node:path'
import { type Database, openDatabase } from '@purple-sector/database'
import { startDistributedProduct, startNativeInfrastructure } from '@purple-sector/native'
import { silentLogger } from '@purple-sector/service-kit'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { fillGame } from '../game/fill-game.ts'
import { type RaceControl, signInToRaceControl } from '../game/race-control.ts'
import { signInFans } from '../game/sign-in-fans.ts'
import { waitUntilReplicated } from '../game/wait-until-replicated.ts'
import { waitFor } from '../wait-for.ts'
import { cpuUsedBetween, sampleCpu } from './cpu-by-program.ts'

/**
 * The distributed product on this machine.
 * Two gateways, two scoring workers, Postgres with fsync, Kafka and Redis.
 */
export type DistributedRun = {
  gateways: string[]
  raceControl: RaceControl
  tipping: Database
  /** Creates a weekend with upcoming races and this many tipping participants, without groups. */
  addGame(participants: number, races: number): Promise<{ weekendId: number; raceIds: number[]; carIds: number[] }>
  /** Returns the bytes written to the write-ahead log so far, by all services. */
  walBytes(): Promise<number>
  /** Resolves when no work is pending: no group event, tipping's outbox empty, and engagement idle. */
  waitUntilIdle(): Promise<void>
  stop(): Promise<void>
}

const HAS_PENDING_WORK = `
select exists (select from standings where since_version is null) or exists (select from scopes_to_refresh)
  or exists (select from pending_scoring_events) or exists (select from outbox) as busy`

/** CPU cores used in the preceding second; below this a program only runs its timers. */
const IDLE_CORES = 0.1

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const startDistributedRun = async (fans: number): Promise<DistributedRun> => {
  const folder = await temporaryFolder('bench-distributed')
  // With a data folder the servers write to disk as in production: Postgres waits for the disk.
  const dataDir = join(folder.path, 'servers')
  const infrastructure = await startNativeInfrastructure({ dataDir, log: silentLogger() })
  const product = await startDistributedProduct({
    infrastructure,
    log: silentLogger(),
    logFolder: join(folder.path, 'logs'),
    replicas: { gateway: 2, 'scoring-worker': 2 },
    settings: { LIMIT_WRITES: '1000000', LIMIT_ADMIN_WRITES: '1000000' },
  })
  const openSchema = (schema: string) => openDatabase({ url: infrastructure.databaseUrl, schema, maxConnections: 2 })
  const [tipping, identity] = [openSchema('tipping'), openSchema('identity')]
  await signInFans(identity, fans)
  const [url = ''] = product.gateways
  const raceControl = await signInToRaceControl({ url, administrator: product.admin })

  const isIdle = async (): Promise<boolean> => {
    const { rows } = await tipping.raw<{ rows: { busy: boolean }[] }>(HAS_PENDING_WORK)
    if (rows[0]?.busy !== false) return false
    const before = sampleCpu()
    await pause(1_000)
    const used = cpuUsedBetween(before, sampleCpu())
    return ['engagement', 'tipping', 'Postgres for engagement'].every(
      (program) => (used[program] ?? 0) / 1_000 < IDLE_CORES,
    )
  }

  return {
    gateways: product.gateways,
    raceControl,
    tipping,
    async addGame(participants, races) {
      const game = await raceControl.addWeekend(races)
      const { weekendId, carIds } = game
      await waitUntilReplicated(tipping, game)
      const size = { participants, groups: 0, membersOfGroup: 0 }
      if (participants > 0)
        await fillGame(tipping, { weekendId, categoryId: 1, carIds }, size, {
          locksAt: new Date(),
          createGroups: async () => {},
        })
      await waitFor('the boards to be counted', isIdle, 600_000)
      await tipping.raw('analyze')
      return game
    },
    async walBytes() {
      const { rows } = await tipping.raw<{ rows: { bytes: number | string }[] }>(
        `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`,
      )
      return Number(rows[0]?.bytes ?? 0)
    },
    waitUntilIdle: () => waitFor('all work to finish', isIdle, 600_000),
    async stop() {
      await Promise.all([tipping.destroy(), identity.destroy()])
      await product.stop()
      await infrastructure.stop()
      await folder.remove()
    },
  }
}
