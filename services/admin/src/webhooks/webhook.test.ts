import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { documentedVerifier } from '../../test/documented-verifier.ts'
import { outcomeOf, signatureOf } from './webhook.ts'

const eventTime = new Date('2026-11-21T03:00:00.000Z')
const secondsLater = (seconds: number) => new Date(eventTime.getTime() + seconds * 1_000)
const delivery = (attempts: number, type = 'result.published') => ({ type, at: eventTime, attempts })
const failedAttempt = { status: 500, error: 'answered 500' }

const hmacOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

describe('signature', () => {
  test('signs the second of the attempt and the body, once for each secret', () => {
    const t = eventTime.getTime() / 1_000
    const [v1, oldSignature] = [hmacOf('whsec', `${t}.{"a":1}`), hmacOf('old', `${t}.{"a":1}`)]
    expect(signatureOf(['whsec'], '{"a":1}', secondsLater(0.9))).toBe(`t=${t},v1=${v1}`)
    expect(signatureOf(['whsec', 'old'], '{"a":1}', secondsLater(0.9))).toBe(`t=${t},v1=${v1},v1=${oldSignature}`)
  })
})

describe('verifier of docs/contract.md', () => {
  const body = '{"id":"1","type":"test","at":"2026-11-21T03:00:00.000Z","data":{}}'
  const now = () => new Date()
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000)
  const t = () => Math.floor(Date.now() / 1_000)

  test('accepts a signature by its secret, alone or among others', async () => {
    const verify = await documentedVerifier()
    expect(verify('whsec', signatureOf(['whsec'], body, now()), body)).toBe(true)
    expect(verify('whsec', signatureOf(['new', 'whsec'], body, now()), body)).toBe(true)
    expect(verify('whsec', signatureOf(['whsec', 'old'], body, now()), body)).toBe(true)
    expect(verify('whsec', `${signatureOf(['whsec'], body, now())},v2=later`, body)).toBe(true)
    expect(verify('whsec', signatureOf(['whsec'], body, secondsAgo(290)), body)).toBe(true)
  })

  test.each<[string, () => string | string[] | undefined]>([
    ['that is missing', () => undefined],
    ['that is empty', () => ''],
    ['that is an array', () => [signatureOf(['whsec'], body, now())]],
    [
      'that comes twice, as Node joins it',
      () =>
        Array(2)
          .fill(signatureOf(['whsec'], body, now()))
          .join(', '),
    ],
    ['by another secret', () => signatureOf(['other'], body, now())],
    ['of another body', () => signatureOf(['whsec'], `${body} `, now())],
    ['from ten minutes ago', () => signatureOf(['whsec'], body, secondsAgo(600))],
    ['from in ten minutes', () => signatureOf(['whsec'], body, secondsAgo(-600))],
    ['that is short', () => signatureOf(['whsec'], body, now()).slice(0, -2)],
    ['that is long', () => `${signatureOf(['whsec'], body, now())}00`],
    ['without a time', () => signatureOf(['whsec'], body, now()).replace(/t=\d+,/, '')],
    ['with a time that is no number', () => `t=now,v1=${hmacOf('whsec', `now.${body}`)}`],
    ['with two times', () => `t=1,${signatureOf(['whsec'], body, now())}`],
    ['without a signature', () => `t=${t()}`],
    ['without a value', () => `t=${t()},v1`],
    ['of no hexadecimal digits', () => `t=${t()},v1=${'z'.repeat(64)}`],
    ['of other letters', () => `t=${t()},v1=${'é🏁'.repeat(32)}`],
    ['of other letters alone', () => '🏁'],
  ])('rejects a signature header %s', async (_, header) => {
    const verify = await documentedVerifier()
    expect(verify('whsec', header(), body)).toBe(false)
  })
})

describe('outcome of an attempt', () => {
  test('marks an accepted delivery as delivered', () => {
    expect(outcomeOf(delivery(3), { status: 204, error: null }, { now: secondsLater(9), random: 0 })).toEqual({
      state: 'delivered',
      nextAttemptAt: null,
    })
  })
  test.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [10, 2_560],
    [11, 3_600],
    [25, 3_600],
  ])('waits longer each time: after %i attempts %i s, and up to half of it more', (attempts, seconds) => {
    const now = secondsLater(60)
    const at = (random: number) =>
      outcomeOf(delivery(attempts), failedAttempt, { now, random }).nextAttemptAt?.getTime()
    expect(at(0)).toBe(now.getTime() + seconds * 1_000)
    expect(at(0.999)).toBeCloseTo(now.getTime() + seconds * 1_499.5, -1)
  })
  test('fails a delivery whose next attempt would be a day after the event', () => {
    const dayLess = (seconds: number) => ({ now: secondsLater(86_400 - seconds), random: 0 })
    expect(outcomeOf(delivery(20), failedAttempt, dayLess(3_601))).toMatchObject({ state: 'waiting' })
    expect(outcomeOf(delivery(20), failedAttempt, dayLess(3_599))).toMatchObject({
      state: 'failed',
      nextAttemptAt: null,
    })
  })
  test('fails a delivery at once if a retry is pointless, and a test delivery', () => {
    const timing = { now: secondsLater(1), random: 0 }
    expect(outcomeOf(delivery(1), { ...failedAttempt, isPermanent: true }, timing)).toMatchObject({ state: 'failed' })
    expect(outcomeOf(delivery(1, 'test'), failedAttempt, timing)).toMatchObject({ state: 'failed' })
  })
})
