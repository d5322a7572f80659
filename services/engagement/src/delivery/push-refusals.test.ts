import { metricsText } from '@purple-sector/service-kit/metrics'
import { expect, test } from 'vitest'
import { pushRefusals } from './push-refusals.ts'

const APPLE = 'https://web.push.apple.com/QGuQ'
const GOOGLE = 'https://fcm.googleapis.com/fcm/send/1'
const BAD_TOKEN = { kind: 'refused', reason: 'the push service answered 403: {"reason":"BadJwtToken"}' } as const

const refusalsUnderTest = () => {
  const lines: { level: string; details: object; message: string }[] = []
  const lineAt = (level: string) => (details: object, message: string) => void lines.push({ level, details, message })
  return { ...pushRefusals({ error: lineAt('error'), warn: lineAt('warn') } as never), lines }
}
const refusing = async () => /^push_services_refusing (\d+)$/m.exec((await metricsText()).text)?.[1]

test('a push service that refuses all pushes is one error line an interval, with its answer', async () => {
  const { note, report, lines } = refusalsUnderTest()
  for (const _ of Array(1_000)) note(APPLE, BAD_TOKEN)
  note(GOOGLE, { kind: 'taken' })
  report()
  const apple = { pushService: 'https://web.push.apple.com', reason: BAD_TOKEN.reason }
  expect(lines).toMatchObject([{ level: 'error', details: { pushServices: [{ ...apple, refused: 1_000 }] } }])
  expect(lines[0]?.message).toContain('docs/runbook.md')
  expect(await refusing()).toBe('1')

  report()
  expect(lines).toHaveLength(1)
  expect(await refusing()).toBe('1')
  note(APPLE, BAD_TOKEN)
  report()
  expect(lines[1]).toMatchObject({ level: 'error', details: { pushServices: [{ ...apple, refused: 1 }] } })

  note(APPLE, { kind: 'taken' })
  report()
  expect(lines).toHaveLength(2)
  expect(await refusing()).toBe('0')
})

test('a push service that takes other pushes is a warning', async () => {
  const { note, report, lines } = refusalsUnderTest()
  note(APPLE, { kind: 'taken' })
  note(APPLE, BAD_TOKEN)
  report()
  expect(lines).toMatchObject([{ level: 'warn', details: { pushServices: [{ refused: 1 }] } }])
  expect(await refusing()).toBe('0')
})

test('browsers that are gone and services that are away are no refusal', () => {
  const { note, report, lines } = refusalsUnderTest()
  note(APPLE, { kind: 'gone' })
  note('https://push.club.example/1', { kind: 'blocked', reason: 'push.club.example is private' })
  note(GOOGLE, { kind: 'later', reason: 'the push service answered 503', afterSeconds: 0 })
  report()
  expect(lines).toEqual([])
})

test('push services beyond fifty are counted as one', () => {
  const { note, report, lines } = refusalsUnderTest()
  for (let service = 0; service < 1_000; service++) note(`https://${service}.example.com/push`, BAD_TOKEN)
  report()
  const [{ details } = { details: {} }] = lines
  expect(details).toMatchObject({ pushServices: { length: 51 } })
  expect(JSON.stringify(details)).toContain('{"pushService":"others","refused":950')
})
