import { weekendSubject } from '@purple-sector/contracts/event'
import { carChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { autoTipRepository } from '../auto-tips/auto-tip-repository.ts'
import { ensureCategory } from './category-projection.ts'

export type CarData = z.infer<typeof carChanged.data>

/**
 * Applies the state of a car. Its status decides about new tips only. The weekend is locked in shared mode, as by tips:
 * it is not deleted before this has committed, and tips do not wait.
 */
export const projectCar = async (sql: Transaction, car: CarData): Promise<void> => {
  const weekend = await lockAndCheckDeleted(sql, 'shared', weekendSubject(car.weekendId))
  if (weekend.isDeleted) return
  const {
    id,
    weekendId: weekend_id,
    categoryId: category_id,
    number,
    plate,
    driver,
    team,
    status,
    withdrawn,
    deleted,
  } = car
  await ensureCategory(sql, car.categoryId, car.category)
  await sql('cars')
    .insert({ id, weekend_id, category_id, number, plate, driver, team, status, withdrawn, deleted })
    .onConflict('id')
    .merge()
  await autoTipRepository(sql).retryCategory(car)
}

export const onCarChanged = on(carChanged, ({ data }, sql) => projectCar(sql, data))
