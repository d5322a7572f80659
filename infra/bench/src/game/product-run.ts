import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '@purple-sector/database'
import { temporaryFolder } from '@purple-sector/testing/temporary-folder'
import { type Process, startProcess } from '../processes/start-process.ts'
import { waitFor } from '../wait-for.ts'
import { createGroups } from './create-groups.ts'
import { fillGame } from './fill-game.ts'
import type { GameSize } from './game-size.ts'
import { type RaceControl, signInToRaceControl } from './race-control.ts'
import { signInFans } from './sign-in-fans.ts'
import { waitUntilReplicated } from './wait-until-replicated.ts'

type Host = Process<typeof import('../processes/product-host.ts').commands>

/** The embedded product in its own process, on temporary data. */
export type ProductRun = {
  url: string
  host: Host
  raceControl: RaceControl
  tipping: Database
  engagement: Database
  groups: Database
  chat: Database
  /** Resolves when no board and no event is pending in tipping. */
  settle(): Promise<void>
  /** Creates accounts and sign-in sessions of the first fans of the game; `cookieOf` returns their cookies. */
  signIn(fans: number): Promise<void>
  /** Creates a weekend with upcoming races and tips; resolves when its board counts every participant. */
  addGame(size: GameSize, races?: number): Promise<{ weekendId: number; raceIds: number[]; carIds: number[] }>
  stop(): Promise<void>
}

const HAS_PENDING_WORK = `
select exists (select from standings where since_version is null) or exists (select from scopes_to_refresh)
  or exists (select from pending_scoring_events) or exists (select from outbox) as busy`

const urlOf = (dataDir: string, service: string): string => {
  const port = readFileSync(join(dataDir, 'postgres', 'port'), 'utf8').trim()
  const { databasePassword } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>
  return `postgres://${service}:${encodeURIComponent(databasePassword ?? '')}@127.0.0.1:${port}/purple_sector`
}

type ProductOptions = {
  /** Options of Node for its process. */
  nodeArguments?: string[]
  /** `OTEL_*` variables; without them it traces nothing. */
  tracing?: Record<string, string>
}

export const startProduct = async ({ nodeArguments = [], tracing = {} }: ProductOptions = {}): Promise<ProductRun> => {
  const folder = await temporaryFolder('bench-product')
  const host: Host = await startProcess('product-host', { nodeArguments })
  await host.run('trace', tracing)
  const { result: started } = await host.run('start', folder.path)
  const openSchema = (schema: string) => openDatabase({ url: urlOf(folder.path, schema), schema, maxConnections: 2 })
  const [tipping, identity, engagement] = [openSchema('tipping'), openSchema('identity'), openSchema('engagement')]
  const [groups, chat] = [openSchema('groups'), openSchema('chat')]
  const raceControl = await signInToRaceControl(started)
  const signIn = (fans: number): Promise<void> => signInFans(identity, fans)
  const isIdle = async (): Promise<boolean> => {
    const { rows } = await tipping.raw<{ rows: { busy: boolean }[] }>(HAS_PENDING_WORK)
    return rows[0]?.busy === false
  }
  const settle = (): Promise<void> => waitFor('the boards to be counted', isIdle, 600_000)

  return {
    url: started.url,
    host,
    raceControl,
    tipping,
    engagement,
    groups,
    chat,
    settle,
    signIn,
    async addGame(size, races = 1) {
      const game = await raceControl.addWeekend(races)
      const { weekendId, carIds } = game
      await waitUntilReplicated(tipping, game)
      await fillGame(tipping, { weekendId, categoryId: 1, carIds }, size, {
        locksAt: new Date(),
        async createGroups(plans) {
          if (plans.length > 0) await signIn(size.participants)
          await createGroups(started.url, weekendId, plans)
        },
      })
      await settle()
      await tipping.raw('analyze')
      return game
    },
    async stop() {
      await Promise.all([tipping, identity, engagement, groups, chat].map((database) => database.destroy()))
      await host.stop()
      await folder.remove()
    },
  }
}
