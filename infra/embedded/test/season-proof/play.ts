import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Chances, OwnSeason, SeasonEntry } from '@purple-sector/contracts/tipping/seasons'
import type { Car, Race as RaceReply, Weekend } from '@purple-sector/contracts/weekends/http'
import type { CreateSeasonBody, Season } from '@purple-sector/contracts/weekends/seasons'
import type { Person } from '@purple-sector/testing/group-weekend/person'
import { expect } from 'vitest'
import { LONG_TIMEOUT } from '../long-timeout.ts'
import type { Account, Round } from './account.ts'
import { leaderboardFor, ownSeasonOf } from './expected-reads.ts'

const CATEGORY = 'Repco Supercars Championship'
const HOUR_MS = 3_600_000
/** Computing an account and reading it for all fans takes a while. */
const POLLING = { ...LONG_TIMEOUT, interval: 300 }

type SeasonRules = Pick<Account, 'countBest' | 'missedWeekend' | 'jokers'>
type ResultStatus = 'provisional' | 'official' | 'amended' | 'cancelled'

const upload = async (url: string, control: Person, path: string, csv: string): Promise<void> => {
  const form = new FormData()
  form.append('file', new Blob([csv]), 'calendar.csv')
  const headers = { cookie: control.cookie(), origin: url }
  const reply = await fetch(url + path, { method: 'POST', headers, body: form })
  expect(reply.status, await reply.text()).toBe(200)
}

/**
 * Plays a season on the product over HTTP, as fans and race control do, and keeps an account of what it sent.
 * `fans` are those whose reads are compared; who joins or leaves later is added and removed.
 */
export const createSeasonPlay = async (
  url: string,
  control: Person,
  rules: SeasonRules,
  body: Partial<CreateSeasonBody>,
) => {
  const season = await control.post<Season>('/api/admin/seasons', { name: 'Cup', year: 2026, ...rules, ...body })
  const path = `/api/seasons/${season.id}`
  const account: Account = { ...rules, rounds: [], played: new Map(), names: new Map(), deleted: new Map() }
  const fans = new Map<string, Person>()
  const cars = new Map<number, Map<string, number>>()

  const carIdOf = ({ weekendId }: Round, plate: string): number => {
    const id = cars.get(weekendId)?.get(plate)
    if (id === undefined) throw new Error(`#${plate} is not entered`)
    return id
  }
  const raceOf = (round: Round, number: number) => {
    const race = round.races[number - 1]
    if (!race) throw new Error(`Round ${round.round} has no race ${number}`)
    return race
  }

  const tip = async (fan: Person, round: Round, plate: string): Promise<void> => {
    const { weekendId } = round
    await fan.post<Tip>('/api/tips', { weekendId, category: CATEGORY, carId: carIdOf(round, plate) })
    round.tips.set(fan.userId, plate)
  }

  const readRow = ({ firstName: _, lastName: __, avatarConfig: ___, ...row }: SeasonEntry) => row
  const read = async (fan: Person) => {
    const [board, own, chances] = await Promise.all([
      fan.get<SeasonEntry[]>(`${path}/leaderboard`),
      fan.get<OwnSeason>(`${path}/me`),
      fan.get<Chances>(`${path}/chances`),
    ])
    const { seasonId, version: _, maxReachable, canWin, clinched, ...me } = own
    expect(seasonId).toBe(season.id)
    const isSame =
      [maxReachable, canWin, clinched].join() === [chances.maxReachable, chances.canWin, chances.clinched].join()
    return { board: board.map(readRow), me, areChancesTheSame: isSame }
  }
  const expected = (userId: string) => ({
    board: leaderboardFor(account, userId),
    me: ownSeasonOf(account, userId),
    areChancesTheSame: true,
  })

  return {
    season,
    path,
    account,
    /** Imports a calendar, announces nothing. */
    async importCalendar(csv: string, multipliers: readonly number[]): Promise<Round[]> {
      const admin = `/api/admin/seasons/${season.id}`
      await upload(url, control, `${admin}/import`, csv)
      const { weekends } = await control.get<Season>(path)
      const sent = weekends.map(({ weekendId }, index) => ({ weekendId, multiplier: multipliers[index] }))
      const changed = await control.send<Season>('PUT', `${admin}/weekends`, sent)
      const all = await control.get<Weekend[]>('/api/admin/weekends')
      account.rounds = changed.weekends.map((each) => {
        const startDate = all.find(({ id }) => id === each.weekendId)?.startDate ?? ''
        return { ...each, startDate, isCompleted: false, races: [], tips: new Map() }
      })
      return account.rounds
    },
    join(fan: Person): void {
      fans.set(fan.userId, fan)
      account.names.set(fan.userId, fan.username)
    },
    /** Announces a round with two races, which start later today, and enters cars: drivers by plate. */
    async announce(round: Round, drivers: Readonly<Record<string, string>>): Promise<void> {
      const { weekendId } = round
      await control.send('PATCH', `/api/admin/weekends/${weekendId}`, { isActive: true })
      for (const number of [1, 2]) {
        const startTime = new Date(Date.now() + number * HOUR_MS).toISOString()
        const sessionType = `race${number}`
        const race = await control.post<RaceReply>('/api/admin/races', {
          ...{ weekendId, name: `Race ${number}`, category: CATEGORY, sessionType, startTime },
        })
        round.races.push({ raceId: race.id, podium: null, tips: null })
      }
      const raceId = raceOf(round, 1).raceId
      const entered = new Map<string, number>()
      for (const [plate, driver] of Object.entries(drivers)) {
        const car = { raceId, number: Number(plate), driver, team: 'Team' }
        entered.set(plate, (await control.post<Car>('/api/admin/cars', car)).id)
      }
      cars.set(weekendId, entered)
    },
    tip,
    async tips(round: Round, tips: readonly (readonly [fan: Person, plate: string])[]): Promise<void> {
      for (const [fan, plate] of tips) await tip(fan, round, plate)
    },
    /** Waits for the automatic tip of a fan on this car. */
    async automaticTip(fan: Person, round: Round, plate: string): Promise<void> {
      const tips = () => fan.get<Tip[]>(`/api/tips/${round.weekendId}`)
      await expect.poll(tips, POLLING).toMatchObject([{ carId: carIdOf(round, plate), isAutomatic: true }])
      round.tips.set(fan.userId, plate)
    },
    async joker(fan: Person, round: Round, insteadOf?: Round): Promise<void> {
      const sent = { weekendId: round.weekendId, ...(insteadOf && { insteadOf: insteadOf.weekendId }) }
      await fan.send('PUT', `${path}/joker`, sent)
      account.played.set(fan.userId, [round.weekendId])
    },
    /** Returns the error code of playing a joker. */
    async refusedJoker(fan: Person, round: Round, insteadOf?: Round): Promise<unknown> {
      const sent = { weekendId: round.weekendId, ...(insteadOf && { insteadOf: insteadOf.weekendId }) }
      const { status, body } = await fan.call('PUT', `${path}/joker`, sent)
      expect(status).toBe(409)
      return body
    },
    crash: (round: Round, plate: string) =>
      control.send('PATCH', `/api/admin/cars/${carIdOf(round, plate)}/status`, { status: 'crashed' }),
    async start(round: Round, number: number): Promise<void> {
      const race = raceOf(round, number)
      await control.send('PATCH', `/api/admin/races/${race.raceId}/status`, { status: 'running' })
      race.tips = new Map(round.tips)
    },
    /** Publishes a result; an empty one cancels the race. */
    async result(
      round: Round,
      number: number,
      plates: readonly string[],
      status: ResultStatus = 'official',
    ): Promise<void> {
      const race = raceOf(round, number)
      const classification = plates.map((plate, index) => ({
        ...{ position: index + 1, carId: carIdOf(round, plate), status: 'classified' },
      }))
      await control.send('PUT', `/api/admin/races/${race.raceId}/results`, { status, classification })
      race.podium = plates.length === 0 ? null : plates.slice(0, 3)
    },
    async complete(round: Round): Promise<void> {
      await control.send('PATCH', `/api/admin/weekends/${round.weekendId}`, { status: 'completed' })
      round.isCompleted = true
    },
    async setBack(round: Round): Promise<void> {
      await control.send('PATCH', `/api/admin/weekends/${round.weekendId}`, { status: 'inactive' })
      round.isCompleted = false
    },
    async deleteAccount(fan: Person): Promise<void> {
      await fan.send('DELETE', '/api/profile', { password: 'the flag is green' })
      const over = account.rounds.filter(({ races }) => races.length > 0 && races.every(({ tips }) => tips !== null))
      account.deleted.set(fan.userId, new Set(over.map(({ weekendId }) => weekendId)))
      account.names.set(fan.userId, 'anonymous')
      fans.delete(fan.userId)
    },
    /** Waits until every fan reads the leaderboard, and their own season, as the account says. */
    async compare(step: string): Promise<void> {
      for (const fan of fans.values())
        await expect
          .poll(() => read(fan), { ...POLLING, message: `${step}: ${fan.username}` })
          .toEqual(expected(fan.userId))
    },
  }
}
