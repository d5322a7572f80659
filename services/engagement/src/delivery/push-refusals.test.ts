import { metricsText } from '@purple-sector/metrics'
import { expect, test } from 'vitest'
import type { PushOutcome } from './push-client.ts'
import { pushRefusals } from './push-refusals.ts'

const APPLE = 'https://web.push.apple.com/QGuQ'
const GOOGLE = 'https://fcm.googleapis.com/fcm/send/1'
const BAD_TOKEN = { kind: 'refused', reason: 'the push service answered 403: {"reason":"BadJwtToken"}' } as const

/** Creates the counter with so many users at each push service. */
const createTestRefusals = (users = 1_000) => {
  const lines: { level: string; details: object; message: string }[] = []
  const recordAt = (level: string) => (details: object, message: string) => void lines.push({ level, details, message })
  const log = { error: recordAt('error'), warn: recordAt('warn') } as never
  const refusals = pushRefusals({ log, countUsers: async (_origin, limit) => Math.min(users, limit) })
  return {
    report: refusals.report,
    lines,
    /** Records the outcome of a push to a browser of the user. */
    record: (endpoint: string, outcome: PushOutcome, userId = 'ada') => refusals.record({ endpoint, userId }, outcome),
    /** Records refused pushes to so many users. */
    recordRefusals: (endpoint: string, fans: number) => {
      for (let fan = 0; fan < fans; fan++) refusals.record({ endpoint, userId: `fan-${fan}` }, BAD_TOKEN)
    },
  }
}
const readRefusingGauge = async () => /^push_services_refusing (\d+)$/m.exec((await metricsText()).text)?.[1]

test('logs one error per interval for a push service that refuses all pushes, with its reply', async () => {
  const { record, recordRefusals, report, lines } = createTestRefusals()
  recordRefusals(APPLE, 1_000)
  record(GOOGLE, { kind: 'accepted' })
  await report()
  const apple = { pushService: 'https://web.push.apple.com', reason: BAD_TOKEN.reason }
  expect(lines).toMatchObject([{ level: 'error', details: { pushServices: [{ ...apple, refused: 1_000 }] } }])
  expect(lines[0]?.message).toContain('docs/runbook.md')
  expect(await readRefusingGauge()).toBe('1')

  await report()
  expect(lines).toHaveLength(1)
  expect(await readRefusingGauge()).toBe('1')
  record(APPLE, BAD_TOKEN)
  await report()
  expect(lines[1]).toMatchObject({ level: 'error', details: { pushServices: [{ ...apple, refused: 1 }] } })

  record(APPLE, { kind: 'accepted' })
  await report()
  expect(lines).toHaveLength(2)
  expect(await readRefusingGauge()).toBe('0')
})

test('logs no error for refusing services that only one fan uses', async () => {
  const { record, report, lines } = createTestRefusals(1)
  for (let browser = 0; browser < 20; browser++) record(`https://push.example/${browser}`, BAD_TOKEN, 'mallory')
  for (let service = 0; service < 200; service++) record(`https://${service}.push.example/1`, BAD_TOKEN, 'mallory')
  await report()
  expect(lines).toMatchObject([{ level: 'warn' }])
  expect(await readRefusingGauge()).toBe('0')
})

test.each([
  [4, 1_000, '0'],
  [5, 1_000, '1'],
  [2, 2, '0'],
  [3, 3, '1'],
  [3, 4, '0'],
])('a push service that refuses %d of its %d fans logs %s', async (refused, users, count) => {
  const { recordRefusals, report, lines } = createTestRefusals(users)
  recordRefusals(APPLE, refused)
  await report()
  expect(lines).toMatchObject([{ level: count === '1' ? 'error' : 'warn' }])
  expect(await readRefusingGauge()).toBe(count)
})

test('counts refused fans over intervals until a push is accepted', async () => {
  const { record, report } = createTestRefusals()
  for (const fan of ['ada', 'bo', 'cy', 'di']) {
    record(APPLE, BAD_TOKEN, fan)
    await report()
  }
  expect(await readRefusingGauge()).toBe('0')
  record(APPLE, BAD_TOKEN, 'eli')
  await report()
  expect(await readRefusingGauge()).toBe('1')
  record(APPLE, { kind: 'accepted' })
  record(APPLE, BAD_TOKEN, 'ada')
  await report()
  expect(await readRefusingGauge()).toBe('0')
})

test('logs a warning for a push service that accepts other pushes', async () => {
  const { record, report, lines } = createTestRefusals()
  record(APPLE, { kind: 'accepted' })
  record(APPLE, BAD_TOKEN)
  await report()
  expect(lines).toMatchObject([{ level: 'warn', details: { pushServices: [{ refused: 1 }] } }])
  expect(await readRefusingGauge()).toBe('0')
})

test('does not count gone browsers and unavailable services as refusals', async () => {
  const { record, report, lines } = createTestRefusals()
  record(APPLE, { kind: 'gone' })
  record('https://push.club.example/1', { kind: 'blocked', reason: 'push.club.example is private' })
  record(GOOGLE, { kind: 'retry', reason: 'the push service answered 503', afterSeconds: 0 })
  await report()
  expect(lines).toEqual([])
})

test('counts push services beyond fifty as one', async () => {
  const { record, report, lines } = createTestRefusals()
  for (let service = 0; service < 1_000; service++) record(`https://${service}.example.com/push`, BAD_TOKEN)
  await report()
  const [{ details } = { details: {} }] = lines
  expect(details).toMatchObject({ pushServices: { length: 51 } })
  expect(JSON.stringify(details)).toContain('{"pushService":"others","refused":950')
})
