import { check } from 'k6'
import exec from 'k6/execution'
import { Counter, Trend } from 'k6/metrics'
import { WebSocket } from 'k6/websockets'
import { bounds, fanCount, publishResult, seconds, setStage, strike, submitTip, url } from './stage.js'

// Fans' connections come and go: connect, subscribe, wait for the board, stay a moment, close, and again.

const opened = new Trend('socket_open', true)
const snapshot = new Trend('board_after_connect', true)
const reconnects = new Counter('reconnects')

export const options = {
  ...bounds,
  scenarios: {
    fans: { executor: 'constant-vus', vus: fanCount, duration: `${seconds}s`, gracefulStop: '15s' },
  },
  thresholds: {
    checks: ['rate==1'],
    board_after_connect: [`p(99)<${__ENV.P99 || 2000}`],
    reconnects: ['count>0'],
  },
}

export const setup = () => {
  const stage = setStage('reconnects', [null])
  for (const fan of stage.fans) submitTip(stage, fan, { kind: 'setup' })
  publishResult(stage, stage.raceIds[0], { kind: 'setup' })
  return stage
}

export default function ({ fans, weekendId }) {
  const cookie = fans[(exec.vu.idInTest - 1) % fans.length]
  const began = Date.now()
  const headers = { Cookie: cookie, Origin: __ENV.ORIGIN || url }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, null, { headers })
  const seen = { board: 0, closedAs: null }
  const tooLate = setTimeout(() => socket.close(), 10_000)

  socket.onopen = () => {
    opened.add(Date.now() - began)
    socket.send(JSON.stringify({ type: 'subscribe', data: { weekendId, groupIds: [] } }))
  }
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data)
    if (frame.type !== 'leaderboard_update' || seen.board > 0) return
    seen.board = frame.data.version
    snapshot.add(Date.now() - began)
    setTimeout(() => socket.close(), 500 + Math.random() * 1500)
  }
  socket.onclose = () => {
    clearTimeout(tooLate)
    reconnects.add(1)
    check(seen, { 'the board comes after every connect': () => seen.board > 0 })
  }
}

export const teardown = (stage) => {
  strike(stage)
}
