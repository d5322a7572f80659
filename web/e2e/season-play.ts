import type { APIRequestContext, Page } from '@playwright/test'
import type { Account, Race, Round } from '@purple-sector/embedded/season-proof/account'
import { json } from './people.ts'
import { publish, SUPERCARS } from './weekends.ts'

type Entity = { id: number; name: string }
type Car = { id: number; number: number }
type WeekendRow = { id: number; name: string; startDate: string }
type SeasonReply = { id: number; weekends: { weekendId: number; round: number; multiplier: number }[] }

/** Drivers of every round by plate. */
export const DRIVERS = { 7: 'Elise Kinnear', 8: 'Marcus Dray', 9: 'Toby Vance', 10: 'Priya Nandan' } as const
export type Plate = keyof typeof DRIVERS

export type PlayedRound = { weekendId: number; name: string; races: Entity[]; cars: Map<Plate, Car> }

/** Enters the cars of a round and its qualifying and race, without times. */
const enter = async (admin: APIRequestContext, weekendId: number) => {
  const post = async <T>(path: string, data: object): Promise<T> => json<T>(await admin.post(path, { data }))
  const cars = new Map<Plate, Car>()
  for (const [plate, driver] of Object.entries(DRIVERS)) {
    const data = { driver, number: Number(plate), team: 'Coldstream Racing', class: SUPERCARS }
    cars.set(Number(plate) as Plate, await post(`/api/admin/weekends/${weekendId}/drivers`, data))
  }
  const race = (name: string, sessionType: string) =>
    post<Entity>('/api/admin/races', { weekendId, name, category: SUPERCARS, sessionType })
  return { cars, races: [await race('Qualifying', 'qualifying'), await race('Race 1', 'race1')] }
}

const emptyAccount = (rounds: readonly Round[]): Account => ({
  countBest: 2,
  missedWeekend: 'lowest',
  jokers: 1,
  rounds: rounds.map((round) => ({ ...round, races: round.races.map((race) => ({ ...race })), tips: new Map() })),
  played: new Map(),
  names: new Map(),
  deleted: new Map(),
})

/** Tips of fans by name: the plates of their cars. */
type Tips = Readonly<Record<string, Plate>>

/** Enters cars and races of a season's rounds, and keeps accounts of the open competition and of a group. */
export const createSeasonPlay = async (admin: APIRequestContext, seasonName: string) => {
  const seasons = await json<(SeasonReply & Entity)[]>(await admin.get('/api/seasons'))
  const season = seasons.find(({ name }) => name === seasonName)
  if (!season) throw new Error(`There is no season ${seasonName}`)
  const weekends = await json<WeekendRow[]>(await admin.get('/api/admin/weekends'))
  const rounds: PlayedRound[] = []
  const empty: Round[] = []
  for (const { weekendId, round, multiplier } of season.weekends) {
    const { name = '', startDate = '' } = weekends.find(({ id }) => id === weekendId) ?? {}
    const entered = await enter(admin, weekendId)
    rounds.push({ weekendId, name, ...entered })
    const races = entered.races.map(({ id }) => ({ raceId: id, podium: null, tips: null }))
    empty.push({ weekendId, round, multiplier, startDate, isCompleted: false, races, tips: new Map() })
  }
  const [open, group] = [emptyAccount(empty), emptyAccount(empty)]
  const accounts = [open, group]

  const roundIn = (account: Account, { weekendId }: PlayedRound): Round => {
    const round = account.rounds.find((each) => each.weekendId === weekendId)
    if (!round) throw new Error(`Weekend ${weekendId} is no round`)
    return round
  }
  const raceIdOf = ({ races }: PlayedRound, number: number): number => races[number]?.id ?? 0
  const changeRace = (raceId: number, change: (race: Race, tips: ReadonlyMap<string, string>) => void): void => {
    for (const { races, tips } of accounts.flatMap((account) => account.rounds))
      for (const race of races) if (race.raceId === raceId) change(race, tips)
  }
  /** The tips of this moment count. */
  const lock = (raceId: number): void =>
    changeRace(raceId, (race, tips) => {
      race.tips ??= new Map(tips)
    })

  return {
    rounds,
    /** The address of the season's page. */
    page: `/season?season=${season.id}`,
    open,
    group,
    tipped(round: PlayedRound, tips: { open: Tips; group: Tips }): void {
      for (const [account, each] of [[open, tips.open] as const, [group, tips.group] as const])
        for (const [fan, plate] of Object.entries(each)) {
          account.names.set(fan, fan)
          roundIn(account, round).tips.set(fan, String(plate))
        }
    },
    async tipByApi(fan: APIRequestContext, { weekendId, cars }: PlayedRound, plate: Plate): Promise<void> {
      const data = { weekendId, category: SUPERCARS, carId: cars.get(plate)?.id }
      await json(await fan.post('/api/tips', { data }))
    },
    jokerPlayed(fan: string, { weekendId }: PlayedRound): void {
      for (const account of accounts) account.played.set(fan, [weekendId])
    },
    /** The jokers of a fan that the fan of this page may see. */
    async jokersSeenBy(page: Page, fan: string): Promise<unknown> {
      type Row = { username: string; jokers: unknown }
      const rows = await json<Row[]>(await page.context().request.get(`/api/seasons/${season.id}/leaderboard`))
      return rows.find(({ username }) => username === fan)?.jokers
    },
    /** Closes a race for tips. */
    async start(round: PlayedRound, number: number): Promise<void> {
      const raceId = raceIdOf(round, number)
      lock(raceId)
      await json(await admin.patch(`/api/admin/races/${raceId}/status`, { data: { status: 'running' } }))
    },
    async finish(round: PlayedRound, number: number, order: readonly Plate[]): Promise<void> {
      const raceId = raceIdOf(round, number)
      lock(raceId)
      const cars = order.map((plate) => round.cars.get(plate))
      await publish(admin, raceId, cars)
      changeRace(raceId, (race) => {
        race.podium = order.slice(0, 3).map(String)
      })
    },
    complete(round: PlayedRound): void {
      for (const account of accounts) roundIn(account, round).isCompleted = true
    },
    /** The last race of the open season, with the plates of its cars. */
    lastRace() {
      const round = open.rounds.at(-1)
      const raceId = round?.races.at(-1)?.raceId
      if (!round || raceId === undefined) throw new Error('The season has no race')
      return { round, raceId, cars: Object.keys(DRIVERS) }
    },
    /** Leaves no season and no live weekend to other tests. */
    async dispose(): Promise<void> {
      await admin.delete(`/api/admin/seasons/${season.id}?reason=Over`)
      for (const { weekendId } of rounds)
        await admin.patch(`/api/admin/weekends/${weekendId}`, { data: { isActive: false, status: 'completed' } })
    },
  }
}
