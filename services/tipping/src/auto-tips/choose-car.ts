import { isSameDriver } from '@purple-sector/contracts/weekends/same-driver'
import type { ComparedCar } from './auto-tip-repository.ts'

/**
 * Chooses the car of an automatic tip among those that race: the one with the same plate, else one of the same driver
 * (docs/rules.md, Tips); undefined if there is neither.
 */
export const chooseCar = (earlier: ComparedCar, racing: readonly ComparedCar[]): ComparedCar | undefined =>
  racing.find(({ plate }) => plate === earlier.plate) ??
  racing.find(({ driver }) => isSameDriver(driver, earlier.driver))
