import { type Difference, differs } from '../comparison/differences.ts'
import { inParallel } from '../fans/in-parallel.ts'
import { carAt } from '../recording/entries.ts'
import { createWaitUntilEqual } from '../wait-until-equal.ts'
import { isOut } from './hand-in-tips.ts'
import { carBefore, countsFor } from './season-account.ts'
import { type PlayedRound, type PlayedSeasonStay, presentStay, type SeasonFan, type SeasonTip } from './season-log.ts'
import type { SeasonStage } from './season-stage.ts'

type RacingCar = { id: number; plate: string; driver: string }

/** The cars that race in a category by now, by number. */
const racingCars = (round: PlayedRound, category: string): RacingCar[] => {
  const cars = round.recording.categories.find((field) => field.category === category)?.cars ?? []
  return cars
    .flatMap(({ number: plate }) => {
      const id = round.programme?.cars.get(`${category} ${plate}`)
      const driver = id === undefined ? undefined : round.control.entries.get(id)?.driver
      return id === undefined || driver === undefined || isOut(round, id) ? [] : [{ id, plate, driver }]
    })
    .toSorted((a, b) => Number(a.plate) - Number(b.plate) || (a.plate < b.plate ? -1 : 1))
}

/** The car with the plate and driver as it was entered at the end of a round. */
const earlierCar = (round: PlayedRound, category: string, id: number): Omit<RacingCar, 'id'> | undefined => {
  const cars = round.recording.categories.find((field) => field.category === category)?.cars ?? []
  const car = cars.find(({ number: plate }) => round.programme?.cars.get(`${category} ${plate}`) === id)
  return car && { plate: car.number, driver: carAt(car, Number.POSITIVE_INFINITY).driver }
}

/** Drivers are the same if their names share a word, as in the heat map. */
const isSameDriver = (one: string, other: string): boolean => {
  const words = one.toLowerCase().split(/\s+/)
  return other
    .toLowerCase()
    .split(/\s+/)
    .some((word) => words.includes(word))
}

type Competition = { fan: SeasonFan; stay: PlayedSeasonStay | null }

/** The automatic tip that is due for a fan in a competition and category, by docs/rules.md (Tips); null without one. */
const dueTip = (stage: SeasonStage, round: PlayedRound, { fan, stay }: Competition, category: string) => {
  const { log } = stage
  const group = stay?.group ?? null
  const races = round.races.filter((race) => race.recorded.category === category && countsFor(round, race, group))
  if (races.length === 0 || races.some(({ lock, hasTime }) => lock !== null || !hasTime)) return null
  const own = { userId: fan.account.user.id, stay }
  const present = carBefore(round, own, category)
  if (present && !present.isAutomatic) return null
  const stays = group ? group.stays.filter((each) => each.fan === fan) : [null]
  const earlier = log.rounds
    .slice(0, log.rounds.indexOf(round))
    .toReversed()
    .flatMap((each) => {
      const tips = stays.flatMap((each_) => carBefore(each, { userId: own.userId, stay: each_ }, category) ?? [])
      const last = tips.toSorted((a, b) => b.at - a.at)[0]
      return last ? (earlierCar(each, category, last.carId) ?? []) : []
    })[0]
  const racing = earlier ? racingCars(round, category) : []
  const samePlate = racing.find(({ plate }) => plate === earlier?.plate)
  const car = samePlate ?? racing.find(({ driver }) => isSameDriver(driver, earlier?.driver ?? ''))
  const isNew = car && (!present || (samePlate && present.carId !== car.id))
  return isNew ? { ...own, category, carId: car.id } : null
}

/** The competitions of a round that a fan takes part in. */
const competitionsOf = ({ log }: SeasonStage, round: PlayedRound, fan: SeasonFan): Competition[] => [
  { fan, stay: null },
  ...log.groups
    .filter(({ firstRound }) => log.rounds.indexOf(firstRound) <= log.rounds.indexOf(round))
    .flatMap((group) => {
      const stay = presentStay(group, fan)
      return stay ? [{ fan, stay }] : []
    }),
]

const inWords = ({ stay, category, carId, isAutomatic }: Omit<SeasonTip, 'at' | 'userId'>): string =>
  `${stay ? stay.group.id : 'open'} ${category} ${carId}${isAutomatic ? ' automatic' : ''}`

/** Compares all tips of those who asked for automatic ones. */
export const compareAutoTips = async (stage: SeasonStage, round: PlayedRound): Promise<Difference[]> => {
  const fans = stage.log.fans.filter(({ autoTip }) => autoTip)
  const found = await inParallel(fans, 4, async (fan) => {
    const expected = competitionsOf(stage, round, fan).flatMap(({ stay }) =>
      round.recording.categories.flatMap(
        ({ category }) => carBefore(round, { userId: fan.account.user.id, stay }, category) ?? [],
      ),
    )
    const reported = await stage.seasons.tips(fan.account.cookie, round.weekendId)
    const nameOf = (id: number) => [...(round.programme?.categories ?? [])].find(([, played]) => played.id === id)?.[0]
    const actual = reported.map(
      ({ groupId, categoryId, carId, isAutomatic }) =>
        `${groupId ?? 'open'} ${nameOf(categoryId)} ${carId}${isAutomatic ? ' automatic' : ''}`,
    )
    return differs(`tips of ${fan.name} in round ${round.round}`, 'cars', expected.map(inWords).sort(), actual.sort())
  })
  return found.flat()
}

/** Notes the automatic tips that are due now, and waits until they are there. */
export const awaitAutoTips = async (stage: SeasonStage, round: PlayedRound): Promise<void> => {
  const { log, signal } = stage
  const due = log.fans
    .filter(({ autoTip }) => autoTip)
    .flatMap((fan) => competitionsOf(stage, round, fan))
    .flatMap((competition) =>
      round.recording.categories.flatMap(({ category }) => dueTip(stage, round, competition, category) ?? []),
    )
  if (due.length === 0) return
  round.tips.push(...due.map((tip) => ({ ...tip, at: log.next(), isAutomatic: true })))
  const wait = createWaitUntilEqual(() => false, signal)
  stage.differences.push(...(await wait(() => compareAutoTips(stage, round), stage.waitForMs)))
}
