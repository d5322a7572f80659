import { carAt } from '../recording/entries.ts'
import { awaitTips, type Competition, competitionsOf } from './compare-tips.ts'
import { copyOpenTip } from './open-tips.ts'
import { carBefore, countsFor } from './season-account.ts'
import { isOut, type PlayedRound } from './season-log.ts'
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

/** The automatic tip that is due for a fan in a competition and category, by docs/rules.md (Tips); null without one. */
const dueTip = (stage: SeasonStage, round: PlayedRound, { fan, stay }: Competition, category: string) => {
  const { log } = stage
  // In a group that uses their open tips the one of the open competition is handed in.
  if (stay?.usesOpenTips) return null
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

/** Notes the automatic tips that are due now, and waits until they are there. */
export const awaitAutoTips = async (stage: SeasonStage, round: PlayedRound): Promise<void> => {
  const { log } = stage
  const due = log.fans
    .filter(({ autoTip }) => autoTip)
    .flatMap((fan) => competitionsOf(stage, round, fan))
    .flatMap((competition) =>
      round.recording.categories.flatMap(({ category }) => dueTip(stage, round, competition, category) ?? []),
    )
  if (due.length === 0) return
  for (const each of due) {
    const tip = { ...each, at: log.next(), isAutomatic: true, isCopy: false }
    round.tips.push(tip)
    copyOpenTip(log, round, tip)
  }
  await awaitTips(stage, [round])
}
