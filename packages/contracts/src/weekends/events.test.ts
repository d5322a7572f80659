import { expect, test } from 'vitest'
import { carChanged } from './events.ts'

const car = {
  id: 1,
  weekendId: 1,
  category: 'Repco Supercars Championship',
  raceId: null,
  number: 5,
  driver: 'Ollie Marsh',
  team: 'Gully',
  status: 'active',
  withdrawn: false,
  deleted: false,
}

test('reads the plate of a car published before plates existed from its number', () => {
  expect(carChanged.data.parse(car)).toMatchObject({ number: 5, plate: '5' })
  expect(carChanged.data.parse({ ...car, plate: '05' })).toMatchObject({ number: 5, plate: '05' })
})
