import { randomUUID } from 'node:crypto'
import type { DomainEvent } from '@purple-sector/contracts/event'
import { recordSpans } from '@purple-sector/testing/record-spans'
import { describe, expect, test } from 'vitest'
import { handleBatchInTrace, handleInTrace, publishInTrace } from './event-spans.ts'
import { deferEvent } from './failures.ts'

const traceparentOf = (digit: string, isSampled = true): string =>
  `00-${digit.repeat(32)}-${digit.repeat(16)}-0${isSampled ? 1 : 0}`

const eventOf = (type: string, traceparent?: string): DomainEvent => ({
  specversion: '1.0',
  id: randomUUID(),
  source: '/tipping',
  type,
  subject: 'race/1',
  time: '2026-11-30T08:00:00.000Z',
  datacontenttype: 'application/json',
  data: {},
  key: 'weekend/1',
  ...(traceparent && { traceparent }),
})
const BOARD = 'tipping.board-changed.v1'
const SCORED = 'tipping.session-scored.v1'
const handle = async (): Promise<void> => {}

describe('publishing', () => {
  test('records one span per trace and type, which becomes the parent of the events', async () => {
    const published: DomainEvent[] = []
    const events = [
      eventOf(BOARD, traceparentOf('a')),
      eventOf(BOARD, traceparentOf('a')),
      eventOf(SCORED, traceparentOf('a')),
      eventOf(BOARD, traceparentOf('c')),
    ]
    const spans = await recordSpans(() => publishInTrace(async (all) => void published.push(...all), events))
    const summaries = spans.map(({ name, parentSpanId, attributes }) => [
      name,
      parentSpanId[0],
      attributes['messaging.batch.message_count'],
    ])
    expect(summaries).toEqual([
      [`publish ${BOARD}`, 'a', 2],
      [`publish ${SCORED}`, 'a', 1],
      [`publish ${BOARD}`, 'c', 1],
    ])
    const [boards, scored, other] = spans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`)
    expect(published.map(({ traceparent }) => traceparent)).toEqual([boards, boards, scored, other])
    expect(published.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  test('leaves events alone that have no trace, or one that is not sampled', async () => {
    const published: DomainEvent[] = []
    const events = [eventOf(BOARD), eventOf(BOARD, traceparentOf('a', false))]
    expect(await recordSpans(() => publishInTrace(async (all) => void published.push(...all), events))).toEqual([])
    expect(published).toEqual(events)
  })

  test('records a failure, and throws it on', async () => {
    const publish = async () => Promise.reject(new Error('no broker'))
    const spans = await recordSpans(() =>
      expect(publishInTrace(publish, [eventOf(BOARD, traceparentOf('a'))])).rejects.toThrow('no broker'),
    )
    expect(spans).toMatchObject([{ status: { code: 2, message: 'no broker' } }])
  })
})

describe('handling', () => {
  test('records a failure in a trace that is not sampled', async () => {
    const fail = async () => Promise.reject(new Error('broken'))
    const spans = await recordSpans(() =>
      expect(handleInTrace(eventOf(BOARD, traceparentOf('a', false)), 'engagement', fail)).rejects.toThrow('broken'),
    )
    expect(spans).toMatchObject([
      {
        name: `process ${BOARD}`,
        traceId: 'a'.repeat(32),
        status: { code: 2 },
        attributes: { 'messaging.consumer.group.name': 'engagement', 'messaging.destination.name': 'tipping.facts' },
      },
    ])
  })

  test('counts a deferred event as no error', async () => {
    const defer = async () => Promise.reject(deferEvent('no race yet'))
    const work = (isSampled: boolean) =>
      expect(handleInTrace(eventOf(BOARD, traceparentOf('a', isSampled)), 'engagement', defer)).rejects.toThrow(
        'no race yet',
      )
    const spans = await recordSpans(async () => {
      await work(false)
      await work(true)
    })
    expect(spans).toMatchObject([{ status: { code: 0 } }])
  })

  test('records a batch in the trace of its first sampled event', async () => {
    const batch = [eventOf(BOARD, traceparentOf('a', false)), eventOf(BOARD, traceparentOf('c'))] as const
    const spans = await recordSpans(() => handleBatchInTrace([...batch], 'engagement', handle))
    expect(spans).toMatchObject([{ traceId: 'c'.repeat(32), attributes: { 'messaging.batch.message_count': 2 } }])
  })
})
