import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { weekendSubject } from '@purple-sector/contracts/event'
import { carChanged } from '@purple-sector/contracts/weekends/events'
import { lockAndCheckDeleted, on } from '@purple-sector/messaging'
import { type CarState, cars } from '../projections/car-projection.ts'
import { categories } from '../projections/category-projection.ts'
import { weekends } from '../projections/weekend-projection.ts'
import { isNotifiable } from './is-notifiable-sql.ts'
import { notifyMany, tippersOfCar } from './notify-sql.ts'

type OutState = Pick<CarState, 'status' | 'withdrawn'>

const OUT_REASONS: Record<CarState['status'], string | null> = {
  active: null,
  crashed: 'crashed',
  dnf: 'did not finish',
  retired: 'retired',
}

/** Returns why a car is out, null if it is not (docs/rules.md, Cars). */
const outReasonOf = ({ status, withdrawn }: OutState): string | null =>
  withdrawn ? 'was withdrawn' : OUT_REASONS[status]

/** Notifies users who tipped a car that it is out, once each time. */
export const onCarOut = on(carChanged, async (event, sql) => {
  const { data: car, sequence } = event
  const before = await cars(sql).where({ id: car.id }).first('status', 'withdrawn')
  const outReason = outReasonOf(car)
  if (car.deleted || outReason === null || !before || outReasonOf(before) !== null) return
  if (
    !(await isNotifiable(sql, event)) ||
    (await lockAndCheckDeleted(sql, 'shared', weekendSubject(car.weekendId))).isDeleted
  )
    return
  const weekend = await weekends(sql).where({ id: car.weekendId }).first('status')
  if (weekend?.status === 'completed') return
  const category = await categories(sql).where({ id: car.categoryId }).first('short_name')
  await notifyMany(sql, tippersOfCar(car.id), {
    weekendId: car.weekendId,
    type: 'car-out',
    title: `Car ${car.plate} is out`,
    message:
      `You tipped ${bidiIsolate(car.driver)} in ${bidiIsolate(category?.short_name ?? car.category)}, and car ${car.plate} ${outReason}. ` +
      'You can tip another car while a session of the category is still open.',
    cause: `car-out/${car.id}/${sequence}`,
  })
})
