import {
  carInForce,
  displayName,
  type ExpectedEntry,
  type ExpectedFan,
  type ExpectedRace,
  earned,
  expectedBoard,
  placeOf,
} from '../expected-board.ts'
import { expectedStats } from '../expected-stats.ts'

// A product of one process and no memory beyond it, for the player's own tests: it holds what the player touches, by
// the rules of the game, and scores with the player's own functions (which have tests of their own).

export type FakeUser = {
  id: string
  email: string
  username: string | null
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
}
export type FakeRace = {
  id: number
  weekendId: number
  name: string
  category: string
  sessionType: string
  status: string
  start: number | null
  closedAt: number | null
  points: { first: number; second: number; third: number }
  revision: number
  result: FakeResult | null
}
export type FakeResult = {
  status: string
  reason: string | null
  publishedAt: string
  body: string
  classification: { position: number | null; carId: number; status: string }[]
}
export type FakeCar = {
  id: number
  weekendId: number
  category: string
  plate: string
  number: number
  driver: string
  coDriver: string | null
  team: string
  status: string
  withdrawn: boolean
}
export type FakeWeekend = {
  id: number
  name: string
  status: string
  isActive: boolean
  productRaceIds: number[]
  version: number
}

export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export const fakeProduct = () => {
  let ids = 0
  const users: FakeUser[] = []
  const weekends: FakeWeekend[] = []
  const races: FakeRace[] = []
  const cars: FakeCar[] = []
  const tips: { userId: string; weekendId: number; category: string; carId: number; submittedAt: number }[] = []

  const lockOf = (race: FakeRace): number | null => {
    const lock = Math.min(
      race.start === null ? Number.POSITIVE_INFINITY : race.start - 120_000,
      race.closedAt ?? Number.POSITIVE_INFINITY,
    )
    return Number.isFinite(lock) ? lock : null
  }
  const isOpen = (race: FakeRace) => (lockOf(race) ?? Number.POSITIVE_INFINITY) > Date.now()
  const close = (race: FakeRace) => {
    if (isOpen(race)) race.closedAt = Date.now()
  }
  const countsIn = (race: FakeRace): boolean => {
    const filter = weekends.find(({ id }) => id === race.weekendId)?.productRaceIds ?? []
    return race.sessionType !== 'practice' && (filter.length === 0 || filter.includes(race.id))
  }
  const racesOf = (weekendId: number): ExpectedRace[] =>
    races
      .filter((race) => race.weekendId === weekendId)
      .map((race) => ({
        raceId: race.id,
        category: race.category,
        counts: countsIn(race),
        deadline: lockOf(race),
        points: race.points,
        classification: !race.result || race.result.status === 'cancelled' ? null : race.result.classification,
      }))
  const fanOf = (user: FakeUser, weekendId: number): ExpectedFan => ({
    userId: user.id,
    displayName: displayName(user),
    tips: tips.filter((tip) => tip.userId === user.id && tip.weekendId === weekendId),
  })
  const board = (weekendId: number): ExpectedEntry[] =>
    expectedBoard(
      racesOf(weekendId),
      users.map((user) => fanOf(user, weekendId)),
    )

  return {
    users,
    weekends,
    races,
    cars,
    board,
    nextId: () => ++ids,
    lockOf,
    close,

    submitTip(user: FakeUser, { weekendId, category, carId }: { weekendId: number; category: string; carId: number }) {
      const mine = tips.filter(
        (tip) => tip.userId === user.id && tip.weekendId === weekendId && tip.category === category,
      )
      const current = mine.at(-1)
      const car = cars.find(({ id }) => id === carId)
      if (current?.carId !== carId) {
        if (
          !races.some(
            (race) => race.category === category && race.weekendId === weekendId && countsIn(race) && isOpen(race),
          )
        )
          throw new Refused(409, 'TIPS_CLOSED')
        if (!car || car.withdrawn || car.status !== 'active') throw new Refused(409, 'CAR_OUT')
        tips.push({
          userId: user.id,
          weekendId,
          category,
          carId,
          submittedAt: Math.max(Date.now(), (current?.submittedAt ?? 0) + 1),
        })
        for (const weekend of weekends) if (weekend.id === weekendId) weekend.version += 1
      }
      return { isNew: !current, tip: this.tipsOf(user, weekendId).find((tip) => tip.category === category) }
    },

    tipsOf(user: FakeUser, weekendId: number) {
      const fan = fanOf(user, weekendId)
      return [...new Set(fan.tips.map(({ category }) => category))].map((category, i) => {
        const last = fan.tips.filter((tip) => tip.category === category).at(-1)!
        const sessions = racesOf(weekendId).filter((session) => session.counts && session.category === category)
        const next = sessions.find(({ deadline }) => deadline === null || deadline > last.submittedAt)
        return {
          id: i + 1,
          category,
          carId: last.carId,
          points: sessions.reduce((sum, session) => sum + (earned(fan, session)?.points ?? 0), 0),
          submittedAt: new Date(last.submittedAt).toISOString(),
          countsFrom: next
            ? { raceId: next.raceId, deadline: next.deadline === null ? null : new Date(next.deadline).toISOString() }
            : null,
          sessions: sessions.map((session) => ({
            raceId: session.raceId,
            carId: carInForce(fan.tips, session),
            points: earned(fan, session)?.points ?? null,
          })),
        }
      })
    },

    statsOf(user: FakeUser, weekendId: number) {
      const row = board(weekendId).find(({ userId }) => userId === user.id)
      const { successRate, recentForms } = expectedStats(fanOf(user, weekendId), racesOf(weekendId))
      const { position = null, totalPoints = 0, tipsSubmitted = 0 } = row ?? {}
      return { position, totalPoints, tipsSubmitted, successRate, recentForm: recentForms[1] }
    },

    resultOf(race: FakeRace) {
      if (!race.result) throw new Refused(404, 'NO_RESULT')
      const { status, reason, publishedAt, classification } = race.result
      const rows = classification.map((row) => ({ ...row, place: placeOf(classification, row.carId) }))
      return { raceId: race.id, revision: race.revision, status, reason, publishedAt, classification: rows }
    },

    /** True when it is a new revision. */
    publish(
      race: FakeRace,
      body: { status: string; reason?: string; classification: FakeResult['classification'] },
    ): boolean {
      if (race.result?.body === JSON.stringify(body)) return false
      close(race)
      race.revision += 1
      race.status = 'completed'
      race.result = {
        ...body,
        reason: body.reason ?? null,
        publishedAt: new Date().toISOString(),
        body: JSON.stringify(body),
      }
      for (const weekend of weekends) if (weekend.id === race.weekendId) weekend.version += 1
      return true
    },
  }
}

export type FakeProduct = ReturnType<typeof fakeProduct>
