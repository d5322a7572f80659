import type { RecordedReply } from '@purple-sector/testing/runs/record-replies'
import { expect, test } from 'vitest'
import { compareSeenReplies } from './compare-seen-replies.ts'
import { readDocument } from './openapi-document.ts'

const json = 'application/json; charset=utf-8'
const lap = { type: 'object', properties: { lap: { type: 'integer' } }, required: ['lap'] }
const responses = { 200: { description: '', content: { 'application/json': { schema: lap } } } }
const operations = readDocument({
  paths: {
    '/api/laps/{id}': { get: { responses } },
    '/api/laps/fastest': { get: { responses: { ...responses, 304: { description: '' } } } },
  },
  components: { schemas: {} },
})
const replyOf = (path: string, status: number, text: string | null): RecordedReply => ({
  method: 'GET',
  path,
  status,
  contentType: json,
  text,
})
const compare = (replies: RecordedReply[], unseen: Record<string, string> = {}) =>
  Object.fromEntries(
    compareSeenReplies(operations, replies, { errors: new Map([['GET /api/laps/{id}', ['404']]]), unseen }).map(
      ({ name, problems }) => [name, problems],
    ),
  )
const FASTEST = [replyOf('/api/laps/fastest', 200, '{"lap":3}'), replyOf('/api/laps/fastest', 304, '')]
const ALL = [...FASTEST, replyOf('/api/laps/:id', 200, '{"lap":7}')]
const NO_404 = { 'GET /api/laps/{id} 404': 'needs a race without laps' }

test('finds nothing if every documented reply was seen and matches', () => {
  expect(compare(ALL, NO_404)).toEqual({ 'GET /api/laps/{id}': [], 'GET /api/laps/fastest': [] })
})

test('reports a reply that does not match its schema', () => {
  const { 'GET /api/laps/{id}': problems } = compare([...ALL, replyOf('/api/laps/8', 200, '{"lap":"8"}')], NO_404)
  expect(problems).toHaveLength(1)
  expect(problems?.[0]).toContain('/api/laps/8')
  expect(
    compare([...ALL, replyOf('/api/laps/:id', 200, '{"lap":8,"ms":1}')], NO_404)['GET /api/laps/{id}'],
  ).toHaveLength(1)
})

test('reports a status that is not documented', () => {
  expect(compare([...ALL, replyOf('/api/laps/8', 418, '{}')], NO_404)['GET /api/laps/{id}']?.[0]).toContain('418')
})

test('reports a documented reply and a defined error that no test has seen', () => {
  const problems = compare([])
  expect(problems['GET /api/laps/fastest']).toEqual([
    expect.stringContaining('no test has seen a 200'),
    expect.stringContaining('no test has seen a 304'),
  ])
  expect(compare(ALL)['GET /api/laps/{id}']).toEqual([expect.stringContaining('no test has seen a 404')])
})

test('reports an exception that is no longer needed', () => {
  const seen = [...ALL, { ...replyOf('/api/laps/:id', 404, null) }]
  expect(compare(seen, NO_404)['GET /api/laps/{id}']?.at(-1)).toContain('remove it from UNSEEN_REPLIES')
})

test('reports an exception for an operation that is not documented', () => {
  const problems = compare(ALL, { ...NO_404, 'GET /api/pits 404': 'needs a race without stops' })
  expect(problems['GET /api/pits 404']).toEqual([expect.stringContaining('remove it from UNSEEN_REPLIES')])
  expect(problems['GET /api/laps/{id}']).toEqual([])
})

test('reports a body that is not JSON', () => {
  for (const text of ['', '{"lap":'])
    expect(compare([...ALL, replyOf('/api/laps/:id', 200, text)], NO_404)['GET /api/laps/{id}']).toEqual([
      expect.stringContaining('is not JSON'),
    ])
})

test('counts a reply without a recorded body as seen', () => {
  expect(compare([...FASTEST, replyOf('/api/laps/:id', 200, null)], NO_404)['GET /api/laps/{id}']).toEqual([])
})
