import { metricsText } from '@purple-sector/service-kit/metrics'
import { expect, test } from 'vitest'
import type { PushOutcome } from './push-client.ts'
import { pushRefusals } from './push-refusals.ts'

const APPLE = 'https://web.push.apple.com/QGuQ'
const GOOGLE = 'https://fcm.googleapis.com/fcm/send/1'
const BAD_TOKEN = { kind: 'refused', reason: 'the push service answered 403: {"reason":"BadJwtToken"}' } as const

/** With so many fans at each push service. */
const createTestRefusals = (users = 1_000) => {
  const lines: { level: string; details: object; message: string }[] = []
  const lineAt = (level: string) => (details: object, message: string) => void lines.push({ level, details, message })
  const log = { error: lineAt('error'), warn: lineAt('warn') } as never
  const { note, report } = pushRefusals({ log, countUsers: async (_origin, most) => Math.min(users, most) })
  return {
    report,
    lines,
    /** A push to a browser of that fan. */
    note: (endpoint: string, outcome: PushOutcome, userId = 'ada') => note({ endpoint, userId }, outcome),
    /** Pushes to so many fans, all refused. */
    refuse: (endpoint: string, fans: number) => {
      for (let fan = 0; fan < fans; fan++) note({ endpoint, userId: `fan-${fan}` }, BAD_TOKEN)
    },
  }
}
const refusing = async () => /^push_services_refusing (\d+)$/m.exec((await metricsText()).text)?.[1]

test('a push service that refuses all pushes is one error line an interval, with its answer', async () => {
  const { note, refuse, report, lines } = createTestRefusals()
  refuse(APPLE, 1_000)
  note(GOOGLE, { kind: 'taken' })
  await report()
  const apple = { pushService: 'https://web.push.apple.com', reason: BAD_TOKEN.reason }
  expect(lines).toMatchObject([{ level: 'error', details: { pushServices: [{ ...apple, refused: 1_000 }] } }])
  expect(lines[0]?.message).toContain('docs/runbook.md')
  expect(await refusing()).toBe('1')

  await report()
  expect(lines).toHaveLength(1)
  expect(await refusing()).toBe('1')
  note(APPLE, BAD_TOKEN)
  await report()
  expect(lines[1]).toMatchObject({ level: 'error', details: { pushServices: [{ ...apple, refused: 1 }] } })

  note(APPLE, { kind: 'taken' })
  await report()
  expect(lines).toHaveLength(2)
  expect(await refusing()).toBe('0')
})

test('a fan who names services that refuse everything raises no alert', async () => {
  const { note, report, lines } = createTestRefusals(1)
  for (let browser = 0; browser < 20; browser++) note(`https://push.example/${browser}`, BAD_TOKEN, 'mallory')
  for (let service = 0; service < 200; service++) note(`https://${service}.push.example/1`, BAD_TOKEN, 'mallory')
  await report()
  expect(lines).toMatchObject([{ level: 'warn' }])
  expect(await refusing()).toBe('0')
})

test.each([
  [4, 1_000, '0'],
  [5, 1_000, '1'],
  [2, 2, '0'],
  [3, 3, '1'],
  [3, 4, '0'],
])('a push service that refuses %d of its %d fans counts %s', async (refused, users, count) => {
  const { refuse, report, lines } = createTestRefusals(users)
  refuse(APPLE, refused)
  await report()
  expect(lines).toMatchObject([{ level: count === '1' ? 'error' : 'warn' }])
  expect(await refusing()).toBe(count)
})

test('fans who are refused count from one interval to the next, until a push is taken', async () => {
  const { note, report } = createTestRefusals()
  for (const fan of ['ada', 'bo', 'cy', 'di']) {
    note(APPLE, BAD_TOKEN, fan)
    await report()
  }
  expect(await refusing()).toBe('0')
  note(APPLE, BAD_TOKEN, 'eli')
  await report()
  expect(await refusing()).toBe('1')
  note(APPLE, { kind: 'taken' })
  note(APPLE, BAD_TOKEN, 'ada')
  await report()
  expect(await refusing()).toBe('0')
})

test('a push service that takes other pushes is a warning', async () => {
  const { note, report, lines } = createTestRefusals()
  note(APPLE, { kind: 'taken' })
  note(APPLE, BAD_TOKEN)
  await report()
  expect(lines).toMatchObject([{ level: 'warn', details: { pushServices: [{ refused: 1 }] } }])
  expect(await refusing()).toBe('0')
})

test('browsers that are gone and services that are away are no refusal', async () => {
  const { note, report, lines } = createTestRefusals()
  note(APPLE, { kind: 'gone' })
  note('https://push.club.example/1', { kind: 'blocked', reason: 'push.club.example is private' })
  note(GOOGLE, { kind: 'later', reason: 'the push service answered 503', afterSeconds: 0 })
  await report()
  expect(lines).toEqual([])
})

test('push services beyond fifty are counted as one', async () => {
  const { note, report, lines } = createTestRefusals()
  for (let service = 0; service < 1_000; service++) note(`https://${service}.example.com/push`, BAD_TOKEN)
  await report()
  const [{ details } = { details: {} }] = lines
  expect(details).toMatchObject({ pushServices: { length: 51 } })
  expect(JSON.stringify(details)).toContain('{"pushService":"others","refused":950')
})
