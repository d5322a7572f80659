import { silentLogger } from '@purple-sector/service-kit'
import { expect, test, vi } from 'vitest'
import { waitUntilReady } from './wait-until-ready.ts'

const service = (name: string, readyAfter: number) => {
  let checks = 0
  return { name, isReady: async () => ++checks > readyAfter, checks: () => checks }
}

const neverAborted = new AbortController().signal

test('waits until every service is ready', async () => {
  const services = [service('weekends', 0), service('tipping', 3)]
  await waitUntilReady(services, silentLogger(), neverAborted)
  expect(services.map(({ checks }) => checks())).toEqual([1, 4])
})

test('logs a service that is not ready in time and continues', async () => {
  const log = silentLogger()
  const warn = vi.spyOn(log, 'warn')
  await waitUntilReady([service('tipping', Number.POSITIVE_INFINITY), service('weekends', 0)], log, neverAborted, 50)
  expect(warn).toHaveBeenCalledWith({ event: 'startup.not_ready', service: 'tipping' }, expect.any(String))
})

test('rejects with the reason of the signal when the start is aborted', async () => {
  const reason = new Error('stopped')
  const waiting = waitUntilReady(
    [service('tipping', Number.POSITIVE_INFINITY)],
    silentLogger(),
    AbortSignal.abort(reason),
  )
  await expect(waiting).rejects.toBe(reason)
})
