import { silentLogger } from '@purple-sector/service-kit'
import { expect, test, vi } from 'vitest'
import { untilCaughtUp } from './caught-up.ts'

const service = (name: string, readyAfter: number) => {
  let asked = 0
  return { name, isReady: async () => ++asked > readyAfter, asked: () => asked }
}

const never = new AbortController().signal

test('services are asked until all have caught up', async () => {
  const services = [service('weekends', 0), service('tipping', 3)]
  await untilCaughtUp(services, silentLogger(), never)
  expect(services.map(({ asked }) => asked())).toEqual([1, 4])
})

test('one that does not catch up is told of, and the start goes on', async () => {
  const log = silentLogger()
  const warn = vi.spyOn(log, 'warn')
  await untilCaughtUp([service('tipping', Number.POSITIVE_INFINITY), service('weekends', 0)], log, never, 50)
  expect(warn).toHaveBeenCalledWith({ service: 'tipping' }, expect.any(String))
})

test('a start that is told to stop waits for nobody', async () => {
  const reason = new Error('told to stop')
  const forNoFan = untilCaughtUp(
    [service('tipping', Number.POSITIVE_INFINITY)],
    silentLogger(),
    AbortSignal.abort(reason),
  )
  await expect(forNoFan).rejects.toBe(reason)
})
