import { expect, test } from 'vitest'
import { boardLatencyWatch } from './board-latency.ts'

test('separates sockets that stayed connected from those that came back, and counts unfinished results', () => {
  const watch = boardLatencyWatch(() => 2)
  watch.begin(1_000)
  watch.board(0, 1, { receivedAt: 1_300, connectedSince: 0 })
  watch.board(1, 1, { receivedAt: 8_000, connectedSince: 7_900 })
  watch.begin(10_000)
  watch.board(0, 2, { receivedAt: 10_500, connectedSince: 0 })
  watch.begin(20_000)
  expect(watch.summary()).toEqual({
    results: 1,
    unfinished: 2,
    lastSocket: { p50: 7_000, p99: 7_000 },
    eachSocket: { p50: 300, p99: 7_000 },
    slowest: { connected: 500, any: 7_000 },
  })
})

test('has no figures without results', () => {
  expect(boardLatencyWatch(() => 2).summary()).toEqual({
    results: 0,
    unfinished: 0,
    lastSocket: null,
    eachSocket: null,
    slowest: { connected: null, any: null },
  })
})
