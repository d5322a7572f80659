import { randomBytes } from 'node:crypto'
import type { Difference } from '../comparison/differences.ts'
import { createHttpClient } from '../fans/http-client.ts'
import { inParallel } from '../fans/in-parallel.ts'
import { type Account, productApi } from '../fans/product-api.ts'
import { ensureRunning } from '../play.ts'
import { PreflightError } from '../preflight-error.ts'
import { emptyLog } from '../race-control/race-control-log.ts'
import { createWeekend } from '../race-control/set-up-weekend.ts'
import { type TakenCategories, takeCategories } from '../recording/programme-categories.ts'
import { createWaitUntilEqual } from '../wait-until-equal.ts'
import { type Compared, compareSeason } from './compare-season.ts'
import { compareTips } from './compare-tips.ts'
import { correct, playRound } from './play-round.ts'
import type { RecordedSeason } from './recorded-season.ts'
import { actAt } from './season-acts.ts'
import { seasonApi } from './season-api.ts'
import type { PlayedRound, SeasonFan, SeasonLog } from './season-log.ts'
import type { SeasonStage } from './season-stage.ts'

export type SeasonOptions = {
  /** Base URL of the product, and optionally of a second gateway for outages. */
  url: string
  secondUrl?: string
  origin?: string
  season: RecordedSeason
  admin: { email: string; password: string }
  /** How many fans; at least the named ones. */
  fans?: number
  /** Deletes the season and its weekends afterwards; by default they stay, completed. */
  deletes?: boolean
  /** How long to retry in an outage, and how long to wait for boards to be right; ms. */
  timeout?: number
  waitForMs?: number
  signal?: AbortSignal
  /**
   * Called and awaited at each step. `<round>` counts from 1: `announced <round>`, `lock <round> <session>` and `locked …`
   * around a start, `publish <round> <session> <n>` and `published …` around a result, `completed <round>`, `correct <round>
   * <session>` and `corrected …`, `compared <round>`.
   */
  onStep?: (name: string) => unknown
  print?: (line: string) => void
}

export type SeasonReport = {
  seasonId: number
  fans: number
  rounds: number
  groups: number
  memberships: number
  /** `group`: those that fans make there; `copied`: their open ones that are handed in for a group. */
  tips: { open: number; group: number; automatic: number; copied: number }
  /** Over all comparisons: after each round, and after the correction. */
  compared: Omit<Compared, 'differences'> & { times: number }
  retries: number
  seconds: number
  differences: Difference[]
}

const DAY_MS = 86_400_000
const DAYS_BETWEEN_ROUNDS = 7

const registerAll = (
  stage: Pick<SeasonStage, 'api' | 'seasons' | 'season' | 'run'>,
  count: number,
): Promise<SeasonFan[]> =>
  inParallel(Array.from({ length: count }), 16, async (_, i) => {
    const { api, seasons, season, run } = stage
    const name = season.fans[i] ?? `fan${i + 1}`
    const account = await api.register({
      email: `season-${i + 1}-${run}@race-day.example`,
      password: `${run} long season ${i + 1}`,
      username: `${name}-${run}`,
    })
    const autoTip = season.autoTips.includes(name)
    if (autoTip) await seasons.changeProfile(account.cookie, { autoTip })
    return { name, account, isNamed: i < season.fans.length, autoTip, jokers: new Set() }
  })

type Setting = Pick<SeasonStage, 'api' | 'seasons' | 'season' | 'run'> & { admin: Account }

/** Creates the season with its weekends, a week apart, the last one today; none is announced. */
const createSeason = async ({ api, seasons, season, run, admin }: Setting, fans: SeasonFan[]): Promise<SeasonLog> => {
  const { name, year, countBest, missedWeekend, jokers } = season
  const rules = { countBest, missedWeekend, jokers }
  const { id } = await seasons.create(admin.cookie, `${run}-season`, { name: `${name} (${run})`, year, ...rules })
  const rounds: PlayedRound[] = []
  for (const [index, { recording, multiplier }] of season.rounds.entries()) {
    const daysAgo = (season.rounds.length - 1 - index) * DAYS_BETWEEN_ROUNDS
    const day = new Date(Date.now() - daysAgo * DAY_MS)
    const weekendId = await createWeekend(api, admin, recording, `${run}-${index + 1}`, day)
    rounds.push({
      ...{ round: index + 1, weekendId, multiplier, recording, startDate: day.toISOString().slice(0, 10) },
      ...{ programme: null, races: [], filter: [], tips: [], completed: null, control: emptyLog() },
    })
  }
  const order = rounds.map(({ weekendId, multiplier }) => ({ weekendId, multiplier }))
  await seasons.setRounds(admin.cookie, id, order)
  let moment = 0
  return { season: { id, ...rules }, next: () => ++moment, fans, rounds, groups: [] }
}

/** Waits until every leaderboard is right, and adds what was compared. */
const compareInto = async (stage: SeasonStage, report: SeasonReport): Promise<void> => {
  const wait = createWaitUntilEqual(() => false, stage.signal)
  let compared: Compared = { boards: 0, entries: 0, ownSeasons: 0, differences: [] }
  const differences = await wait(async () => {
    compared = await compareSeason(stage)
    return compared.differences
  }, stage.waitForMs)
  report.compared.times += 1
  report.compared.boards += compared.boards
  report.compared.entries += compared.entries
  report.compared.ownSeasons += compared.ownSeasons
  stage.differences.push(...differences)
}

const countInto = (report: SeasonReport, { rounds, groups }: SeasonLog): void => {
  const tips = rounds.flatMap((round) => round.tips)
  report.groups = groups.length
  report.memberships = groups.reduce((sum, { stays }) => sum + stays.length, 0)
  report.tips = {
    open: tips.filter(({ stay, isAutomatic }) => !stay && !isAutomatic).length,
    group: tips.filter(({ stay, isAutomatic, isCopy }) => stay && !isAutomatic && !isCopy).length,
    automatic: tips.filter(({ isAutomatic, isCopy }) => isAutomatic && !isCopy).length,
    copied: tips.filter(({ isCopy }) => isCopy).length,
  }
}

/**
 * Plays a recorded season against a running product, and compares every season leaderboard with an account of its own after
 * each round and at the end. Sessions lock when race control starts them, one call after the other, so that the order of tips,
 * locks and memberships is certain. Resolves with the report whether or not there are differences.
 * @throws PreflightError if the season cannot be played at all: no answer, wrong credentials
 */
export const playSeason = async (options: SeasonOptions): Promise<SeasonReport> => {
  const { url, secondUrl, origin, season, timeout = 60_000, signal = new AbortController().signal } = options
  const { print = () => {}, onStep = () => {}, waitForMs = 30_000 } = options
  const urls = secondUrl ? [url, secondUrl] : [url]
  const started = Date.now()
  const http = createHttpClient({ urls, origin, timeout, signal })
  // Clean-up also runs after the signal, so its client does not listen to the signal.
  const tidyHttp = createHttpClient({ urls, origin, timeout: 15_000, connections: 2 })
  const [api, seasons, tidyApi, tidySeasons] = [
    productApi(http),
    seasonApi(http),
    productApi(tidyHttp),
    seasonApi(tidyHttp),
  ]
  const afterwards = new AsyncDisposableStack()
  afterwards.defer(() => Promise.all([http.close(), tidyHttp.close()]).then(() => {}))
  try {
    await ensureRunning(urls, Math.min(timeout, 5_000))
    const admin = await api.signIn(options.admin.email, options.admin.password)
    if (!admin.user.isAdmin) throw new PreflightError(`${options.admin.email} is no administrator.`)
    const run = randomBytes(3).toString('hex')
    const setting = { api, seasons, season, run, admin }
    const fans = await registerAll(setting, Math.max(options.fans ?? 0, season.fans.length))
    const taken: TakenCategories[] = []
    afterwards.defer(async () => {
      for (const each of taken.toReversed()) await each.putBack(tidyApi, options.deletes ?? false)
    })
    const log = await createSeason(setting, fans)
    afterwards.defer(async () => {
      for (const { weekendId } of log.rounds) {
        if (options.deletes) await tidyApi.deleteWeekend(admin.cookie, weekendId)
        else await tidyApi.changeWeekend(admin.cookie, weekendId, { isActive: false })
      }
      if (options.deletes) await tidySeasons.remove(admin.cookie, log.season.id)
    })
    print(`Season ${log.season.id}, "${season.name} (${run})", ${log.rounds.length} rounds, ${fans.length} fans.`)
    const differences: Difference[] = []
    const stage: SeasonStage = {
      ...{ ...setting, log, differences, waitForMs, signal },
      onStep: async (name) => {
        await onStep(name)
      },
    }
    const report: SeasonReport = {
      ...{ seasonId: log.season.id, fans: fans.length, rounds: log.rounds.length, groups: 0, memberships: 0 },
      tips: { open: 0, group: 0, automatic: 0, copied: 0 },
      compared: { times: 0, boards: 0, entries: 0, ownSeasons: 0 },
      ...{ retries: 0, seconds: 0, differences },
    }
    for (const round of log.rounds) {
      const categories = await takeCategories(api, admin, round.recording, run)
      taken.push(categories)
      await playRound(stage, round, categories)
      differences.push(...(await compareTips(stage, round)))
      await compareInto(stage, report)
      await onStep(`compared ${round.round}`)
      await actAt(stage, round, 'completed')
      print(`Round ${round.round}, ${round.recording.weekend.name}: ${report.compared.entries} rows compared so far.`)
    }
    if (season.correction) {
      await correct(stage)
      await compareInto(stage, report)
    }
    await seasons.change(admin.cookie, log.season.id, { status: 'completed' })
    await compareInto(stage, report)
    countInto(report, log)
    return { ...report, retries: http.retries, seconds: (Date.now() - started) / 1000 }
  } finally {
    await afterwards.disposeAsync()
  }
}
