import { check } from 'k6'
import { Counter, Trend } from 'k6/metrics'
import { openScreen } from './screen.js'
import { bounds, fanCount, fanOf, publishResult, seconds, setStage, strike, submitTip, within } from './stage.js'

// Fans connect, subscribe, wait for the board, stay a moment, close, and connect again.

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
    board_after_connect: within(2000),
    reconnects: ['count>0'],
  },
}

export const setup = () => {
  const stage = setStage('reconnects', [null])
  for (const fan of stage.fans) submitTip(stage, fan, 'setup')
  publishResult(stage, stage.raceIds[0], 'setup')
  return stage
}

export default function (stage) {
  const { weekendId } = stage
  const began = Date.now()
  let board = 0
  openScreen(
    fanOf(stage),
    { weekendId },
    {
      stay: 10_000,
      onOpen: () => opened.add(Date.now() - began),
      onFrame: ({ type, data }, leave) => {
        if (type !== 'leaderboard_update' || board > 0) return
        board = data.version
        snapshot.add(Date.now() - began)
        setTimeout(leave, 500 + Math.random() * 1500)
      },
      onClose: () => {
        reconnects.add(1)
        check(board, { 'the board comes after every connect': () => board > 0 })
      },
    },
  )
}

export const teardown = (stage) => {
  strike(stage)
}
