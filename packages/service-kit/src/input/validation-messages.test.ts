import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { generateIdentityKeys, identityVerifier } from '../calls/identity-token.ts'
import { createApp } from '../http/app.ts'
import { silentLogger } from '../logger.ts'
import { fieldName, toSentence, useReadableMessages } from './validation-messages.ts'

useReadableMessages()

const contracts = fileURLToPath(new URL('../../../contracts/src', import.meta.url))
const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('http.ts'))

/** Schemas of all requests: bodies and queries of all owners. */
const requests = (
  await Promise.all(
    files.map(async (file) => {
      const exported: Record<string, unknown> = await import(join(contracts, file))
      return Object.entries(exported).flatMap(([name, schema]) =>
        /(Body|Query)$/.test(name) && schema instanceof z.ZodType ? [[`${file} ${name}`, schema] as const] : [],
      )
    }),
  )
).flat()

const WRONG = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x'.repeat(5_000),
  '2026-13-45',
  '2026-11-22T10:00',
  '1066-10-14',
  'unknown@',
  '05a',
  '\u0000',
  -1,
  0,
  0.5,
  1e21,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  Array.from({ length: 1_000 }, () => null),
  Array.from({ length: 1_000 }, () => 'x'),
  Array.from({ length: 1_000 }, () => ({})),
  {},
  { first: -1, second: 'x' },
] as const

/** Technical words and identifiers. */
const TECHNICAL_TERMS =
  /expected|received|invalid|undefined|\bnull\b|NaN|\bregex|pattern|\bstring\b|\bobject\b|\barray\b|\benum\b|boolean|ISO 8601|IANA|YYYY|\bint\b|literal|\b[a-z]+[A-Z]\w*/

const fieldsOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})

/** Bodies with one invalid field each, invalid bodies, and no body. */
const invalidBodies = (schema: z.ZodType): unknown[] => [
  ...WRONG,
  ...fieldsOf(schema).flatMap((field) => WRONG.map((value) => ({ [field]: value }))),
]

const messagesOf = (schema: z.ZodType): string[] =>
  invalidBodies(schema).flatMap((body) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return []
    return parsed.error.issues.map(({ path, message }) => toSentence(path.join('.') || 'body', message))
  })

describe('validation messages', () => {
  test.each(requests)('%s uses plain words', (_name, schema) => {
    const messages = new Set(messagesOf(schema))
    expect([...messages].filter((sentence) => TECHNICAL_TERMS.test(sentence))).toEqual([])
    expect([...messages].filter((sentence) => !/^[A-Z]/.test(sentence))).toEqual([])
  })

  test.each(requests)('%s calls missing fields required', (_name, schema) => {
    const { required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    const missing = schema.safeParse({}).error?.issues ?? []
    expect(missing.map(({ path, message }) => [path.join('.'), message])).toEqual(
      expect.arrayContaining(required.map((field) => [field, 'is required'])),
    )
  })

  test('requests of all owners are covered', () => {
    expect(requests.length).toBeGreaterThan(20)
  })

  test.each([
    ['name', 'Name'],
    ['startDate', 'Start date'],
    ['carId', 'Car'],
    ['pointsAwarded.first', 'Points for the first place'],
    ['classification.0.carId', 'Car in row 1'],
    ['productRaceIds.2', 'Sessions of the open competition in row 3'],
    ['Idempotency-Key', 'Idempotency-Key'],
    ['body', 'The request'],
    ['constructor', 'Constructor'],
  ])('names %s %s', (path, name) => {
    expect(fieldName(path)).toBe(name)
  })
})

test.each([
  ['laps', 'is required', 'Laps are required'],
  ['lapsLed', 'must be a number', 'Laps led must be a number'],
  ['startDate', 'is required', 'Start date is required'],
  ['password', 'This password is too common.', 'This password is too common.'],
])('completes the message for %s: %s', (path, message, sentence) => {
  expect(toSentence(path, message)).toBe(sentence)
})

describe('a reply to an invalid request', () => {
  const app = createApp({
    service: 'test',
    log: silentLogger(),
    verifyIdentity: identityVerifier(generateIdentityKeys().publicKey),
    internalSecret: 'a secret of at least thirty-two characters',
  })
  const body = z.object({ name: z.string().min(1).max(5), startDate: z.iso.date(), laps: z.number().int() })
  app.post('/races', { config: { access: 'public' }, schema: { body } }, async () => 'done')
  const post = async (payload: string) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/races',
      payload,
      headers: { 'content-type': 'application/json' },
    })
    return [reply.statusCode, reply.json().message, reply.json().issues]
  }

  test('has the display name and the path of every field', async () => {
    expect(await post(JSON.stringify({ startDate: 'tomorrow', laps: 'many' }))).toEqual([
      400,
      'Name is required. Start date must be a date, such as 2026-11-22. Laps must be a number.',
      [
        { path: 'name', message: 'Name is required' },
        { path: 'startDate', message: 'Start date must be a date, such as 2026-11-22' },
        { path: 'laps', message: 'Laps must be a number' },
      ],
    ])
  })

  test('has one sentence per field', async () => {
    const [, , issues] = await post(
      JSON.stringify({ name: Array.from({ length: 9 }), startDate: '2026-11-22', laps: 3 }),
    )
    expect(issues).toEqual([{ path: 'name', message: 'Name must be text' }])
  })

  test('has one sentence for one invalid field', async () => {
    const [, message] = await post(JSON.stringify({ name: 'Derwent', startDate: '2026-11-22', laps: 3 }))
    expect(message).toBe('Name must be at most 5 characters')
  })

  test.each(['', '[]', '3', 'null', '{', '{"name": "a",}'])('rejects %j as unreadable', async (payload) => {
    const [status, message] = await post(payload)
    expect(status).toBe(400)
    expect(message).toMatch(/^The request /)
    expect(message).not.toMatch(TECHNICAL_TERMS)
  })
})
