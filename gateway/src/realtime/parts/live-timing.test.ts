import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLiveTiming } from './live-timing.ts'

test('loads the status once at a time, and logs once that race control is unavailable', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const request = vi.fn(async () => Promise.reject(new Error('getaddrinfo EAI_AGAIN admin')))
  const liveTiming = createLiveTiming({ request, frames: () => Buffer.from(''), log })
  onTestFinished(() => liveTiming.close())
  for (let attempt = 0; attempt < 5; attempt++) liveTiming.load()
  await expect.poll(() => request.mock.calls.length).toBeGreaterThan(1)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('live_timing.status_unavailable')
})
