import { inTraceOf, withTrace } from '@purple-sector/telemetry/trace'
import { recordSpans } from '@purple-sector/testing/record-spans'
import { expect, test, vi } from 'vitest'
import { createFrameTraces } from './frame-traces.ts'

const traceparentOf = (digit: string, isSampled = true): string =>
  `00-${digit.repeat(32)}-${digit.repeat(16)}-0${isSampled ? 1 : 0}`

test('records a conflated frame once in each trace that has changed it, and sends it once', async () => {
  const send = vi.fn()
  const spans = await recordSpans(() => {
    const traces = createFrameTraces('weekend/3', () => 40)
    for (const digit of ['a', 'c', 'a']) withTrace(traceparentOf(digit), traces.note)
    withTrace(traceparentOf('d', false), traces.note)
    traces.note()
    traces.send(send)
    traces.send(send)
  })
  expect(send).toHaveBeenCalledTimes(2)
  expect(spans.map(({ traceId, name }) => [traceId[0], name]).sort()).toEqual([
    ['a', 'send frame'],
    ['c', 'send frame'],
  ])
  expect(spans[0]?.attributes).toMatchObject({ channel: 'weekend/3', clients: 40 })
})

test('records a frame that is sent at once in the trace of the work that sends it, apart from noted changes', async () => {
  const spans = await recordSpans(() => {
    const traces = createFrameTraces('weekend/3', () => 1)
    withTrace(traceparentOf('c'), traces.note)
    inTraceOf({ traceparent: traceparentOf('a') }, () => traces.sendNow(() => {}), { name: 'process' })
    traces.send(() => {})
  })
  expect(spans.map(({ traceId, name }) => [traceId[0], name])).toEqual([
    ['a', 'send frame'],
    ['a', 'process'],
    ['c', 'send frame'],
  ])
})

test('only sends while tracing is off', () => {
  const send = vi.fn()
  const traces = createFrameTraces('weekend/3', () => 1)
  withTrace(traceparentOf('a'), traces.note)
  traces.send(send)
  traces.sendNow(send)
  expect(send).toHaveBeenCalledTimes(2)
})
