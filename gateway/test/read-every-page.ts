/*
 * One fan who reads every page of a large board twice, which only an abuser does. Prints the memory of the process in
 * MB: before, at most, and after a while without requests. For node with --expose-gc.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { isWeekendScope, openCompetition, type WeekendScope } from '@purple-sector/contracts/tipping/scope'
import { boardEntry } from '@purple-sector/testing/replies'
import { createLeaderboardReads } from '../src/reads/leaderboard-reads.ts'

const [PAGES, LIMIT, PARTICIPANTS] = [1_200, 500, 2_000]

const part = 'x'.repeat(60)
const avatarConfig = { helmet: part, helmetColor: part, visor: part, suit: part, suitColor: part, pattern: part }
const entries = Array.from({ length: PARTICIPANTS }, (_, index) => boardEntry(`fan-${index}`, { avatarConfig }))
const source = {
  ...{ isScope: isWeekendScope, hasPersonalRows: false },
  page: async (_scope: WeekendScope, { limit, offset }: { limit: number; offset: number }) => ({
    version: 1,
    total: PARTICIPANTS,
    entries: entries.slice(offset, offset + limit),
  }),
  rows: async () => [],
}
const reads = createLeaderboardReads(source, { maxBytes: { pages: 8_000_000, rows: 4_000_000 } })

const megabytes = (): number => Math.round(process.memoryUsage.rss() / 1_000_000)

globalThis.gc?.()
const before = megabytes()
let peak = before
for (let offset = 0; offset < PAGES; offset++)
  for (let time = 0; time < 2; time++) {
    await reads.read({ scope: openCompetition(1), limit: LIMIT, offset }, 'nobody')
    peak = Math.max(peak, megabytes())
  }
await pause(2_000)
globalThis.gc?.()
const { external, heapUsed } = process.memoryUsage()
process.stdout.write(JSON.stringify({ before, peak, usedAfter: Math.round((external + heapUsed) / 1_000_000) }))
