import type { Page } from '@playwright/test'
import type { Chances, OwnSeason, RoundState, SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { dropPrefetched } from '../e2e/drop-prefetched.ts'

/** Name, first and last day, and the multiplier of each round after the product's own weekend. */
const ROUNDS: readonly [name: string, startDate: string, endDate: string, multiplier: 1 | 1.5 | 2 | 3][] = [
  ['Harbour City Street Race', '2026-02-20', '2026-02-22', 1],
  ['Grand Prix Support 400', '2026-03-05', '2026-03-08', 1],
  ['Opal Coast 400', '2026-03-14', '2026-03-15', 1],
  ['Saltbush 360', '2026-05-02', '2026-05-03', 1],
  ['Big Prawn 300', '2026-06-06', '2026-06-07', 1],
  ['Snowgum Twin 200', '2026-07-18', '2026-07-19', 1],
  ['Red Dust 250', '2026-08-15', '2026-08-16', 1],
  ['Winton Night Race', '2026-09-12', '2026-09-13', 1],
  ['Mountain 1000', '2026-10-08', '2026-10-11', 2],
  ['Ironbark 400', '2026-10-24', '2026-10-25', 1],
  ['Goldfields SuperSprint of the Eastern Wheatbelt', '2026-10-31', '2026-11-01', 1.5],
  ['Tidewater 360', '2026-11-06', '2026-11-08', 1],
  ['Kookaburra Night Sprint', '2026-11-13', '2026-11-14', 1],
  ['Copper Coast 250', '2026-11-15', '2026-11-15', 1],
]
/** The rounds to come after the product's weekend. */
const TO_COME: typeof ROUNDS = [['Season Finale 500', '2027-01-29', '2027-01-31', 3]]

const COUNTS = 8
const FIRST_ID = 900
const NAMES = [
  'mountain_mae',
  'apexhunter',
  'Turn2Terry',
  'BoxBoxBec',
  'dunlop_dave',
  'heeltoe.hana',
  'wetline',
  'sectorone',
]
const PARTICIPANTS = 240

/** Points of a round for the fan in this place; some rounds are missed, one is cancelled for all. */
const pointsOf = (place: number, round: number): number =>
  Math.max(6, 168 - place * 6 - ((place * 37 + round * 53) % 71))

const JOKER_ROUND = 6
const VOID_ROUND = 7

const weekendsOf = (live: Weekend): Weekend[] => {
  const weekend = ([name, startDate, endDate]: (typeof ROUNDS)[number], id: number, status: Weekend['status']) => ({
    ...live,
    id,
    name,
    startDate,
    endDate,
    date: startDate,
    status,
    productRaceIds: [],
  })
  return [
    ...ROUNDS.map((round, index) => weekend(round, FIRST_ID + index, 'completed')),
    live,
    ...TO_COME.map((round, index) => weekend(round, FIRST_ID + ROUNDS.length + index, 'inactive')),
  ]
}

const seasonOf = (weekends: readonly Weekend[], season: Season, countBest: number | null): Season => ({
  ...season,
  countBest,
  missedWeekend: 'lowest',
  jokers: 2,
  weekends: weekends.map(({ id }, index) => ({
    weekendId: id,
    round: index + 1,
    multiplier: [...ROUNDS, undefined, ...TO_COME][index]?.[3] ?? 1,
  })),
})

const rowOf = (season: Season, place: number, user: { id: string; username: string } | undefined): SeasonEntry => {
  const multiplierOf = (round: number) => season.weekends[round]?.multiplier ?? 1
  const all = ROUNDS.map((_, round) => {
    const isMissed = (place + round) % 9 === 0
    const joker = round === JOKER_ROUND && place % 3 === 2 ? 2 : 1
    const points = isMissed ? 6 : pointsOf(place, round)
    return { round, isMissed, seasonPoints: Math.round(points * multiplierOf(round) * (isMissed ? 1 : joker)) }
  })
  const counted = new Set(
    all
      .filter(({ round }) => round !== VOID_ROUND)
      .toSorted((a, b) => b.seasonPoints - a.seasonPoints)
      .slice(0, season.countBest ?? ROUNDS.length)
      .map(({ round }) => round),
  )
  const stateOf = ({ round, isMissed }: (typeof all)[number]): RoundState => {
    if (round === VOID_ROUND) return 'void'
    if (place % 7 === 6 && round < 2) return 'before'
    if (!counted.has(round)) return 'dropped'
    return isMissed ? 'missed' : 'counted'
  }
  const rounds = all.map((round) => {
    const state = stateOf(round)
    return {
      weekendId: FIRST_ID + round.round,
      state,
      seasonPoints: state === 'void' || state === 'before' ? null : round.seasonPoints,
    }
  })
  const jokers = place % 3 === 2 ? [{ weekendId: FIRST_ID + JOKER_ROUND }] : []
  return {
    userId: user?.id ?? `fan-${place}`,
    username: user?.username ?? NAMES[place - 1] ?? `racer_${place}`,
    firstName: null,
    lastName: null,
    avatarConfig: null,
    position: place,
    totalPoints: rounds
      .filter(({ state }) => state === 'counted' || state === 'missed')
      .reduce((sum, { seasonPoints }) => sum + (seasonPoints ?? 0), 0),
    weekendsPlayed: 9,
    weekendsWon: Math.max(0, 4 - place),
    bestWeekend: { weekendId: FIRST_ID + 8, points: pointsOf(place, 8) },
    picks: { first: 0, second: 0, third: 0 },
    rounds,
    form: [],
    positionChange: ((place * 5) % 7) - 3,
    jokers,
    joker: jokers[0] ?? null,
    tieBreak: null,
  }
}

const OWN_PLACE = 5

const ownOf = (season: Season, row: SeasonEntry): OwnSeason => ({
  seasonId: season.id,
  version: 4,
  position: row.position,
  shared: false,
  totalPoints: row.totalPoints ?? 0,
  jokersLeft: 1,
  maxReachable: (row.totalPoints ?? 0) + 450,
  canWin: true,
  clinched: false,
  weekends: season.weekends.map(({ weekendId, round, multiplier }) => {
    const own = row.rounds.find((other) => other.weekendId === weekendId)
    const joker = row.jokers.some((other) => other.weekendId === weekendId)
    const seasonPoints = own?.seasonPoints ?? null
    return {
      weekendId,
      round,
      multiplier,
      seasonPoints,
      points: seasonPoints === null ? null : Math.round(seasonPoints / multiplier / (joker ? 2 : 1)),
      counted: own?.state === 'counted' || own?.state === 'missed',
      dropped: own?.state === 'dropped',
      missed: own?.state === 'missed',
      beforeJoining: own?.state === 'before',
      void: own?.state === 'void',
      joker,
      position: own?.state === 'counted' || own?.state === 'dropped' ? 3 + round : null,
    }
  }),
})

const nextYear = (date: string): string => date.replace(/^\d+/, (year) => String(Number(year) + 1))

type Options = {
  /** No round has begun yet. */
  isToCome?: boolean
  /** Rounds that count; null for all. */
  countBest?: number | null
  own?: Partial<OwnSeason>
  chances?: Partial<Chances>
}

const NONE_YET = {
  ...{ points: null, seasonPoints: null, position: null },
  ...{ counted: false, dropped: false, missed: false, beforeJoining: false, void: false, joker: false },
}

/** Returns the fan's season before its first round. */
const beforeFirst = (own: OwnSeason): OwnSeason => ({
  ...own,
  ...{ position: null, totalPoints: 0, jokersLeft: 2, maxReachable: null },
  weekends: own.weekends.map((round) => ({ ...round, ...NONE_YET })),
})

/** A season of sixteen rounds near its end, which the product's own data does not have. */
export const mockSeason = async (
  page: Page,
  { isToCome = false, countBest = COUNTS, own: asOwn, chances: asChances }: Options = {},
) => {
  await dropPrefetched(page)
  const read = <T>(path: string): Promise<T> =>
    page.evaluate(async (url) => (await fetch(url)).json(), path) as Promise<T>
  const [live] = (await read<Weekend[]>('/api/weekends')).filter(({ status }) => status === 'live')
  const seasons = await read<Season[]>('/api/seasons')
  const user = await read<{ id: string; username: string }>('/api/auth/user')
  const active = seasons.find(({ status }) => status === 'active')
  if (!live || !active) throw new Error('The product has no live weekend, or no active season')
  const races = await read<Race[]>(`/api/weekends/${live.id}/races`)
  const played = weekendsOf({ ...live, seasonId: active.id })
  const weekends = isToCome
    ? played.map((weekend, index) => ({
        ...weekend,
        ...{ status: 'inactive' as const, isActive: index < 2 },
        ...{ startDate: nextYear(weekend.startDate), endDate: nextYear(weekend.endDate) },
      }))
    : played
  const season = seasonOf(weekends, active, countBest)
  const rows = Array.from({ length: PARTICIPANTS }, (_, index) =>
    rowOf(season, index + 1, index + 1 === OWN_PLACE ? user : undefined),
  )
    .toSorted((a, b) => (b.totalPoints ?? 0) - (a.totalPoints ?? 0))
    .map((row, index) => ({ ...row, position: index + 1 }))
  const own = rows.find(({ userId }) => userId === user.id)
  if (!own) throw new Error('The fan has no row')
  const chances: Chances = {
    maxReachable: isToCome ? null : (own.totalPoints ?? 0) + 450,
    canWin: true,
    clinched: false,
    podiums: null,
    sentences: [],
    ...asChances,
  }
  const ownSeason = { ...(isToCome ? beforeFirst(ownOf(season, own)) : ownOf(season, own)), ...asOwn }
  const shown: SeasonEntry[] = isToCome
    ? rows.map((row) => ({ ...row, position: null, totalPoints: 0, rounds: [], jokers: [] }))
    : rows
  const headers = { 'x-board-version': '4', 'x-total-count': String(rows.length) }
  await page.route(/api\/weekends$/, (route) => route.fulfill({ json: weekends }))
  await page.route(/api\/weekends\/9\d\d\/(purple-sector-)?races$/, (route) => route.fulfill({ json: [] }))
  await page.route(/api\/weekends\/\d\d?\/races$/, (route) => route.fulfill({ json: races }))
  await page.route(/api\/seasons$/, (route) =>
    route.fulfill({
      json: [
        season,
        ...seasons.filter(({ id }) => id !== season.id).map((other) => ({ ...other, weekends: season.weekends })),
      ],
    }),
  )
  await page.route(/api\/(seasons\/\d+|groups\/\d+\/season)\/me$/, (route) => route.fulfill({ json: ownSeason }))
  await page.route(/api\/(seasons\/\d+|groups\/\d+\/season)\/chances$/, (route) => route.fulfill({ json: chances }))
  await page.route(/api\/(seasons\/\d+\/leaderboard|groups\/\d+\/season(\?|$))/, (route) => {
    const search = new URL(route.request().url()).searchParams
    const from = Number(search.get('offset'))
    const part = shown.slice(from, from + Number(search.get('limit')))
    const mine = shown.find(({ userId }) => userId === user.id)
    return route.fulfill({ json: !mine || part.includes(mine) ? part : [...part, mine], headers })
  })
  await page.reload()
  await page.waitForLoadState('networkidle')
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'hidden' })
  return { season, weekends, live }
}
