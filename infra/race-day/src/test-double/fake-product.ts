import { arrowsBetween, changedFans, isChanged } from '../account/expected-arrows.ts'
import {
  type AcceptedTip,
  carInForce,
  displayName,
  type ExpectedEntry,
  type ExpectedFan,
  type ExpectedRace,
  earned,
  expectedBoard,
  placeOf,
} from '../account/expected-board.ts'
import { earnedInGroup, raceInGroup, rulesAt } from '../account/expected-group.ts'
import { expectedStats } from '../account/expected-stats.ts'
import { tieBreaks } from '../comparison/compare-board.ts'
import { type FakeGroup, fakeGroups } from './fake-groups.ts'
import { type FakeUser, Refused } from './fake-refusal.ts'

// A product of one process and no memory beyond it, for the player's own tests: it holds what the player touches, by
// the rules of the game, and scores with the player's own functions (which have tests of their own).

export type FakeRace = {
  id: number
  weekendId: number
  name: string
  categoryId: number
  sessionType: string
  raceNumber: number
  status: string
  start: number | null
  closedAt: number | null
  points: { first: number; second: number; third: number }
  revision: number
  result: FakeResult | null
  wasCompleted: boolean
}
export type FakeResult = {
  status: string
  reason: string | null
  publishedAt: string
  body: string
  classification: { position: number | null; carId: number; status: string }[]
  /** As the cars were called when they first stood in a result of the race. */
  names: Map<number, { number: number; plate: string; driver: string; team: string }>
}
export type FakeCategory = {
  id: number
  name: string
  shortName: string
  aliases: string[]
  isMain: boolean
  archived: boolean
}
export type FakeCar = {
  id: number
  weekendId: number
  categoryId: number
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

export const fakeProduct = () => {
  let ids = 0
  const users: FakeUser[] = []
  const weekends: FakeWeekend[] = []
  const races: FakeRace[] = []
  const cars: FakeCar[] = []
  const categories: FakeCategory[] = [
    {
      ...{ id: 1, name: 'Repco Supercars Championship', shortName: 'Supercars', aliases: ['The Main Game'] },
      ...{ isMain: true, archived: false },
    },
  ]
  /** What the last change of each board moved. */
  const arrows = new Map<number, Map<string, number>>()
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
        category: String(race.categoryId),
        canCount: race.sessionType !== 'practice',
        counts: countsIn(race),
        // The first filter of every weekend is all.
        everCounted: race.sessionType !== 'practice',
        deadline: lockOf(race),
        points: race.points,
        classification: !race.result || race.result.status === 'cancelled' ? null : race.result.classification,
      }))
  const fanOf = (user: FakeUser, weekendId: number): ExpectedFan => ({
    userId: user.id,
    displayName: displayName(user),
    tips: tips.filter((tip) => tip.userId === user.id && tip.weekendId === weekendId),
  })
  const boardOf = (weekendId: number, expected: ExpectedRace[]): ExpectedEntry[] =>
    expectedBoard(
      expected,
      users.map((user) => fanOf(user, weekendId)),
    )
  const board = (weekendId: number): ExpectedEntry[] => boardOf(weekendId, racesOf(weekendId))
  const entriesOf = (rows: ExpectedEntry[], moved: Map<string, number> | undefined) =>
    rows.map(({ displayName: _, ...row }, i) => {
      const { username, firstName, lastName } = users.find(({ id }) => id === row.userId)!
      const named = { username, firstName, lastName, profileImageUrl: null, avatarConfig: null }
      const tieBreak = tieBreaks(rows[i]!, [rows[i - 1], rows[i + 1]])[0]
      return { ...row, ...named, tieBreak, positionChange: moved?.get(row.userId) ?? 0 }
    })

  const categoryNamed = (spelt: string | number): FakeCategory => {
    const wanted = String(spelt).toLowerCase()
    const named = categories.find((one) =>
      [String(one.id), one.name, one.shortName, ...one.aliases].some((name) => name.toLowerCase() === wanted),
    )
    if (!named) throw new Refused(400, 'BAD_REQUEST')
    return named
  }
  const nextId = () => ++ids
  const clubs = fakeGroups({ users, nextId, racesOf, categoryNamed })
  const hasStarted = (race: FakeRace) => race.status !== 'upcoming' || (race.start !== null && race.start <= Date.now())

  return {
    users,
    clubs,
    racesOf,
    fansOf: (weekendId: number) => users.map((user) => fanOf(user, weekendId)),
    weekends,
    races,
    cars,
    categories,
    board,
    entries: (weekendId: number) => entriesOf(board(weekendId), arrows.get(weekendId)),
    categoryNamed,
    nextId,
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
            (race) =>
              String(race.categoryId) === category && race.weekendId === weekendId && countsIn(race) && isOpen(race),
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
      return { isNew: !current, tip: this.tipsOf(user, weekendId).find((tip) => String(tip.categoryId) === category) }
    },

    /** A tip in a group: by its members only, while a race that counts there is open and none has locked them all. */
    submitGroupTip(user: FakeUser, groupId: number, { category, carId }: { category: string; carId: number }) {
      const group = clubs.groups.find(({ id }) => id === groupId)
      const member = group && clubs.memberOf(group, user.id)
      if (!group || !member) throw new Refused(403, 'NOT_A_MEMBER')
      const mine = member.tips.filter((tip) => tip.category === category)
      const current = mine.at(-1)
      const car = cars.find(({ id }) => id === carId)
      if (current?.carId !== carId) {
        const counting = races.filter((race) =>
          racesOf(group.weekendId).some(
            (one) => one.raceId === race.id && one.category === category && raceInGroup(group, one).counts,
          ),
        )
        if (rulesAt(group, null).lockAfterFirst && counting.some(hasStarted)) throw new Refused(409, 'TIPS_LOCKED')
        if (!counting.some(isOpen)) throw new Refused(409, 'TIPS_CLOSED')
        if (!car || car.withdrawn || car.status !== 'active') throw new Refused(409, 'CAR_OUT')
        member.tips.push({ category, carId, submittedAt: Math.max(Date.now(), (current?.submittedAt ?? 0) + 1) })
        group.version += 1
      }
      const tip = this.groupTipsOf(user, group).find((one) => String(one.categoryId) === category)
      return { isNew: !current, tip }
    },

    groupTipsOf(user: FakeUser, group: FakeGroup) {
      const member = clubs.memberOf(group, user.id)
      if (!member) return []
      const counted = racesOf(group.weekendId).map((race) => raceInGroup(group, race))
      return this.shownTips(
        member.tips,
        counted,
        (race) => earnedInGroup(group, member, race)?.points ?? null,
        group.id,
      )
    },

    tipsOf(user: FakeUser, weekendId: number) {
      const fan = fanOf(user, weekendId)
      const earnedIn = (race: ExpectedRace) => earned(fan, race)?.points ?? null
      const inGroups = clubs.groups.flatMap((group) => this.groupTipsOf(user, group))
      return [...this.shownTips(fan.tips, racesOf(weekendId), earnedIn, null), ...inGroups]
    },

    shownTips(
      tips: AcceptedTip[],
      expected: ExpectedRace[],
      earnedIn: (race: ExpectedRace) => number | null,
      groupId: number | null,
    ) {
      return [...new Set(tips.map(({ category }) => category))].map((category, i) => {
        const last = tips.filter((tip) => tip.category === category).at(-1)!
        const sessions = expected.filter((session) => session.counts && session.category === category)
        const next = sessions.find(({ deadline }) => deadline === null || deadline > last.submittedAt)
        return {
          id: i + 1,
          groupId,
          categoryId: Number(category),
          category: categories.find(({ id }) => String(id) === category)!.name,
          carId: last.carId,
          car: cars.find(({ id }) => id === last.carId),
          points: sessions.reduce((sum, session) => sum + (earnedIn(session) ?? 0), 0),
          submittedAt: new Date(last.submittedAt).toISOString(),
          countsFrom: next
            ? { raceId: next.raceId, deadline: next.deadline === null ? null : new Date(next.deadline).toISOString() }
            : null,
          sessions: sessions.map((session) => ({
            raceId: session.raceId,
            carId: carInForce(tips, session),
            points: earnedIn(session),
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
      const { status, reason, publishedAt, classification, names } = race.result
      const rows = classification.map((row) => {
        return { ...row, place: placeOf(classification, row.carId), car: names.get(row.carId) }
      })
      return { raceId: race.id, revision: race.revision, status, reason, publishedAt, classification: rows }
    },

    /** What publishing would change, after the player's own rules. */
    preview(race: FakeRace, body: { status: string; classification: FakeResult['classification'] }) {
      const { id: raceId, weekendId } = race
      const classification = body.status === 'cancelled' ? null : body.classification
      const before = board(weekendId)
      const after = boardOf(
        weekendId,
        racesOf(weekendId).map((one) => (one.raceId === raceId ? { ...one, classification } : one)),
      )
      const place = (rows: ExpectedEntry[], userId: string) => {
        const row = rows.find((one) => one.userId === userId)
        return { position: row?.position ?? null, points: row?.totalPoints ?? 0 }
      }
      const movers = changedFans(before, after)
        .map((userId) => {
          const username = users.find(({ id }) => id === userId)?.username ?? null
          return { userId, username, before: place(before, userId), after: place(after, userId) }
        })
        .toSorted((a, b) => {
          const distance = (mover: typeof a) => Math.abs((mover.before.position ?? 0) - (mover.after.position ?? 0))
          return distance(b) - distance(a)
        })
      const moved = isChanged(before, after) ? arrowsBetween(before, after) : arrows.get(weekendId)
      const inGroups = clubs.changedBy(
        weekendId,
        racesOf(weekendId).map((one) => (one.raceId === raceId ? { ...one, classification } : one)),
      )
      const isSame = race.result?.body === JSON.stringify(body)
      return {
        ...{ raceId, revision: race.revision + (isSame ? 0 : 1), open: isOpen(race) },
        scopes: (isChanged(before, after) ? 1 : 0) + inGroups.boards,
        participantsChanged: new Set([...movers.map(({ userId }) => userId), ...inGroups.people]).size,
        positionsMoved: after.filter((row) => place(before, row.userId).position !== row.position).length,
        top: isOpen(race)
          ? null
          : {
              before: entriesOf(before, arrows.get(weekendId)).slice(0, 10),
              after: entriesOf(after, moved).slice(0, 10),
            },
        movers: isOpen(race) ? [] : movers.slice(0, 20),
      }
    },

    /** What the next revision is told as; null when it is none. */
    publish(
      race: FakeRace,
      body: { status: string; reason?: string; classification: FakeResult['classification'] },
    ): 'race_completed' | 'result_corrected' | 'result_status' | null {
      if (race.result?.body === JSON.stringify(body)) return null
      const before = board(race.weekendId)
      const racesBefore = racesOf(race.weekendId)
      const rows = (classification: FakeResult['classification'] = []) =>
        classification.map(({ carId, status }) => `${carId} ${status}`).join()
      const isFirst = body.status !== 'cancelled' && !race.wasCompleted
      const told = race.result && rows(race.result.classification) === rows(body.classification)
      close(race)
      race.revision += 1
      race.status = 'completed'
      race.wasCompleted ||= isFirst
      const names = race.result?.names ?? new Map()
      for (const { carId } of body.classification) {
        const { number, plate, driver, team } = cars.find(({ id }) => id === carId)!
        if (!names.has(carId)) names.set(carId, { number, plate, driver, team })
      }
      race.result = {
        ...{ ...body, names, reason: body.reason ?? null, publishedAt: new Date().toISOString() },
        body: JSON.stringify(body),
      }
      clubs.scored(race.weekendId, racesBefore)
      const after = board(race.weekendId)
      if (isChanged(before, after)) arrows.set(race.weekendId, arrowsBetween(before, after))
      for (const weekend of weekends) if (weekend.id === race.weekendId) weekend.version += 1
      return isFirst ? 'race_completed' : told ? 'result_status' : 'result_corrected'
    },
  }
}

export type FakeProduct = ReturnType<typeof fakeProduct>
