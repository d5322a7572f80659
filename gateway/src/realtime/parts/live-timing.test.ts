import { silentLogger } from '@purple-sector/service-kit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLiveTiming } from './live-timing.ts'

test('loads the status once at a time, and logs once that race control is unavailable', async () => {
  const log = silentLogger()
  const warn = vi.spyOn(log, 'warn')
  const request = vi.fn(async () => Promise.reject(new Error('getaddrinfo EAI_AGAIN admin')))
  const liveTiming = createLiveTiming({ request, frames: () => Buffer.from(''), log })
  onTestFinished(() => liveTiming.close())
  for (let attempt = 0; attempt < 5; attempt++) liveTiming.load()
  await expect.poll(() => request.mock.calls.length).toBeGreaterThan(1)
  expect(warn).toHaveBeenCalledOnce()
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ event: 'live_timing.status_unavailable' })
})
