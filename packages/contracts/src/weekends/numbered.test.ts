import { expect, test } from 'vitest'
import { addDriverBody, createCarBody, patchCarBody } from './http.ts'

const entry = { driver: 'Ada Moss', raceId: 5 }

test.each([
  ['an entered car', createCarBody],
  ['a driver', addDriverBody],
  ['a changed car', patchCarBody],
])('rejects %s whose number and plate differ by the plate', (_, body) => {
  const contradiction = body.safeParse({ ...entry, number: 5, plate: '88' })
  expect(contradiction.error?.issues.map(({ path }) => path)).toEqual([['plate']])
  for (const said of [{ number: 5, plate: '05' }, { number: 5 }, { plate: '05' }])
    expect(body.safeParse({ ...entry, ...said }).success).toBe(true)
})
