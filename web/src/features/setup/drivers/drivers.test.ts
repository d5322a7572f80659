import { carReply } from '@purple-sector/testing/replies'
import { expect, test } from 'vitest'
import { carsOfDriver, driversIn } from './drivers.ts'

const car = (id: number, driver: string, over: object = {}) => carReply({ id, driver, coDriver: null, ...over })
const shown = (...cars: ReturnType<typeof carReply>[]) =>
  driversIn(cars).map(({ name, cars: own, issues }) => [name, own.map(({ id }) => id), issues.map(({ id }) => id)])

test('a driver is listed once with every car they drive or share, by name', () => {
  expect(shown(car(1, 'Rory Tench', { coDriver: 'ada moss ' }), car(2, 'Ada Moss'), car(3, 'Jed Harrowell'))).toEqual([
    ['ada moss', [1, 2], []],
    ['Jed Harrowell', [3], []],
    ['Rory Tench', [1], []],
  ])
})

test('any car that is not active is an issue of all who drive it', () => {
  expect(shown(car(1, 'Rory Tench', { coDriver: 'Ada Moss', status: 'crashed' }), car(2, 'Ada Moss'))).toEqual([
    ['Ada Moss', [1, 2], [1]],
    ['Rory Tench', [1], [1]],
  ])
})

test('who has only withdrawn cars drives no more', () => {
  expect(shown(car(1, 'Rory Tench', { withdrawn: true }))).toEqual([])
})

test('a driver who goes takes their own cars along and leaves the seats beside others', () => {
  const own = car(1, 'ada moss ')
  const shared = car(2, 'Tomas Kinnear', { coDriver: 'Ada Moss' })
  const gone = car(3, 'Ada Moss', { withdrawn: true })
  expect(carsOfDriver([own, shared, gone], 'Ada Moss')).toEqual({ own: [own], shared: [shared] })
})
