import type { Database } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { AppError } from '@purple-sector/service-kit/errors'
import { type TipOutcome, writeTips } from '../tips/submit-tip.ts'
import type { TipRequest } from '../tips/tip.ts'
import {
  type AutoTipCandidate,
  autoTipRepository,
  type ComparedCar,
  DUE_AUTO_TIPS,
  type DueRace,
  NEXT_AUTO_TIPS,
} from './auto-tip-repository.ts'
import { chooseCar } from './choose-car.ts'

/** Fans per transaction: their tips share its locks with those that fans hand in. */
const BATCH_SIZE = 200
const INTERVAL_MS = 1_000

/** Splits requests into batches in which each fan is once, as writing tips requires. */
const withEachFanOnce = (requests: readonly TipRequest[]): TipRequest[][] => {
  const countByFan = new Map<string, number>()
  const batches: TipRequest[][] = []
  for (const request of requests) {
    const index = countByFan.get(request.userId) ?? 0
    countByFan.set(request.userId, index + 1)
    batches[index] = [...(batches[index] ?? []), request]
  }
  return batches
}

/** A rejection is expected where a fan has tipped meanwhile, a race has closed or a car is out; other errors are thrown. */
const isMade = (outcome: TipOutcome): boolean => {
  if ('receipt' in outcome) return outcome.receipt.isNew
  if (outcome.rejection instanceof AppError) return false
  throw outcome.rejection
}

type ChosenCar = { car: ComparedCar; hasSamePlate: boolean }

const requestsOf = (
  { weekendId, categoryId }: DueRace,
  candidates: readonly AutoTipCandidate[],
  choose: (earlierCarId: number) => ChosenCar | undefined,
): TipRequest[] =>
  candidates.flatMap(({ userId, groupId, earlierCarId, automaticCarId }) => {
    const chosen = choose(earlierCarId)
    // The car with the same plate may be entered after another one of the driver.
    const isBetter = automaticCarId === null || (chosen?.hasSamePlate && chosen.car.id !== automaticCarId)
    if (!chosen || !isBetter) return []
    return [{ userId, weekendId, category: categoryId, groupId, carId: chosen.car.id, isAutomatic: true }]
  })

/** Tips before one race for all fans who want it; returns the number of tips. */
const tipBefore = async (database: Database, race: DueRace): Promise<number> => {
  const autoTips = autoTipRepository(database)
  const startedAt = await autoTips.start(race.raceId)
  const racing = await autoTips.racingCars(race)
  let made = 0
  let after = { userId: '', scopeId: 0 }
  for (;;) {
    const candidates = await autoTips.candidates(race, after, BATCH_SIZE)
    const earlierCars = await autoTips.carsById([...new Set(candidates.map(({ earlierCarId }) => earlierCarId))])
    const choose = (id: number): ChosenCar | undefined => {
      const earlier = earlierCars.get(id)
      const car = earlier && chooseCar(earlier, racing)
      return car && { car, hasSamePlate: car.plate === earlier?.plate }
    }
    for (const batch of withEachFanOnce(requestsOf(race, candidates, choose))) {
      const outcomes = await database.transaction((sql) => writeTips(sql, batch))
      made += outcomes.filter(isMade).length
    }
    const last = candidates.at(-1)
    if (!last || candidates.length < BATCH_SIZE) break
    after = last
  }
  await autoTips.finish(race.raceId, startedAt)
  return made
}

/**
 * Makes the automatic tips that are due (docs/rules.md, Tips), by the same code as any tip. Any number of processes may run
 * it: a fan's own tip is left as it is. If one is killed, the next tries again.
 */
export const makeAutoTips = async ({ database, log }: { database: Database; log: Logger }): Promise<void> => {
  for (const race of await autoTipRepository(database).dueRaces()) {
    const tips = await tipBefore(database, race)
    if (tips > 0) log.info({ event: 'tips.automatic', raceId: race.raceId, tips }, 'Automatic tips made')
  }
}

/** Starts the task that makes automatic tips. */
export const startAutoTips = (dependencies: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks(dependencies, INTERVAL_MS, {
    name: 'automatic tips',
    due: DUE_AUTO_TIPS,
    nextDueAt: NEXT_AUTO_TIPS,
    work: () => makeAutoTips(dependencies),
  })
