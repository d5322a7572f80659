import { silentLogger } from '@purple-sector/service-kit'
import { expect, test, vi } from 'vitest'
import { untilCaughtUp } from './caught-up.ts'

const service = (name: string, readyAfter: number) => {
  let asked = 0
  return { name, isReady: async () => ++asked > readyAfter, asked: () => asked }
}

test('services are asked until all have caught up', async () => {
  const services = [service('weekends', 0), service('tipping', 3)]
  await untilCaughtUp(services, silentLogger())
  expect(services.map(({ asked }) => asked())).toEqual([1, 4])
})

test('one that does not catch up is told of, and the start goes on', async () => {
  const log = silentLogger()
  const warn = vi.spyOn(log, 'warn')
  await untilCaughtUp([service('tipping', Number.POSITIVE_INFINITY), service('weekends', 0)], log, 50)
  expect(warn).toHaveBeenCalledWith({ service: 'tipping' }, expect.any(String))
})
