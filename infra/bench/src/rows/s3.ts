import { startBenchPostgres } from '../database/bench-postgres.ts'
import { absolute, atMost } from '../figures/figure.ts'
import { quantile, spreadOf } from '../figures/spread.ts'
import { sizeOf } from '../game/game-size.ts'
import { type ProductRun, startProduct } from '../game/product-run.ts'
import { prepareScoringGame } from '../game/scoring-game.ts'
import { startProcess } from '../processes/start-process.ts'
import { clock } from '../sockets/clock.ts'
import { SIGNED_IN, WITHOUT_SESSION } from '../sockets/handshake-options.ts'
import type { Row } from './row.ts'
import { onCopies, scoreByEvent } from './s1.ts'

type Sockets = Awaited<ReturnType<typeof startSockets>>

const startSockets = () => startProcess<typeof import('../processes/socket-load.ts').commands>('socket-load')

/** Measures the same as S1, on a separate database. */
const startScoring = async (participants: number) => {
  const postgres = await startBenchPostgres()
  const fresh = onCopies(postgres, await prepareScoringGame(postgres, 's3', participants))
  return { score: async () => (await fresh(scoreByEvent)).board, stop: () => postgres.stop() }
}

type Board = { weekendId: number; carIds: number[] }

/** Returns the version of the board when no work is pending. */
const versionOf = async ({ tipping }: ProductRun, { weekendId }: Board): Promise<number> => {
  const { rows } = await tipping.raw<{ rows: { version: number }[] }>(
    'select version from scopes where weekend_id = ? and group_id is null',
    [weekendId],
  )
  return rows[0]?.version ?? 0
}

/**
 * Publishes a result.
 * Returns the milliseconds until the last socket has the new board and its fan's own row.
 */
const publish = async (product: ProductRun, sockets: Sockets, board: Board, raceId: number): Promise<number> => {
  const next = (await versionOf(product, board)) + 1
  // A different winner each time, so that every board and every position changes.
  const [first = 0, ...restOfCars] = board.carIds
  const finished = [...restOfCars, first]
  board.carIds = finished
  const waiting = sockets.run('states', { types: ['leaderboard_update', 'my_standing'], version: next })
  const startedAt = clock()
  await product.raceControl.publish(raceId, finished)
  return (await waiting).result.doneAt - startedAt
}

type AudienceSize = { participants: number; count: number; results: number }

/** The product with a tipped weekend, `count` sockets that follow it, and this many results to come. */
const openAudience = async ({ participants, count, results }: AudienceSize, logProgress: (line: string) => void) => {
  const sockets = await startSockets()
  const product = await startProduct()
  const stop = async () => {
    await sockets.stop()
    await product.stop()
  }
  try {
    logProgress(`filling ${participants} participants`)
    const board = await product.addGame(sizeOf(participants), results)
    await product.signIn(count)
    logProgress(`opening ${count} sockets`)
    const port = Number(new URL(product.url).port)
    const subscribe = JSON.stringify({ type: 'subscribe', weekendId: board.weekendId, groupIds: [] })
    await sockets.run('open', { ...SIGNED_IN, first: [subscribe], port, count })
    return { product, sockets, board, raceIds: board.raceIds, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const sizeWords = ({ participants, count }: Pick<AudienceSize, 'participants' | 'count'>): string =>
  `${participants.toLocaleString('en')} sector tips, ${count.toLocaleString('en')} sockets`

export const s3: Row = {
  id: 'S3',
  name: 'from the result to the last fan',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 2_000 : 100_000
    const count = quick ? 500 : 5_000
    // Sockets open first: when that fails it stops its processes, and nothing else is running yet.
    const audience = await openAudience({ participants, count, results: rounds + 1 }, logProgress)
    const bare = await startProcess<typeof import('../processes/bare-sockets.ts').commands>('bare-sockets')
    const swept = await startSockets()
    const scoring = await startScoring(participants)
    try {
      const { product, sockets, board } = audience
      const { result: barePort } = await bare.run('start', undefined)
      await swept.run('open', { ...WITHOUT_SESSION, port: barePort, count })

      const frames: string[] = []
      const sweep = async (): Promise<number> => {
        const counting = swept.run('count', { messages: frames.length, minBytes: 1 })
        const { result: startedAt } = await bare.run('sweep', frames)
        return (await counting).result.doneAt - startedAt
      }
      const [warmUp = 0, ...raceIds] = audience.raceIds
      await publish(product, sockets, board, warmUp)
      frames.push(...(await sockets.run('newest', ['leaderboard_update', 'my_standing'])).result)
      await sweep()
      const lowerBound = async (): Promise<number> => {
        const [scored, sweepMs] = [await scoring.score(), await sweep()]
        logProgress(`S1 ${Math.round(scored)} ms, sweep ${Math.round(sweepMs)} ms`)
        return scored + sweepMs
      }
      const ends: number[] = []
      const sums = [await lowerBound()]
      const excesses: number[] = []
      for (const raceId of raceIds) {
        const end = await publish(product, sockets, board, raceId)
        logProgress(`end to end ${Math.round(end)} ms`)
        const after = await lowerBound()
        // As in `alternate`: compared with the mean of the measurements right before and after.
        excesses.push(end - ((sums.at(-1) ?? after) + after) / 2)
        ends.push(end)
        sums.push(after)
      }
      const row = { row: 'S3', against: 'S1 + a bare ws sweep of the same frames' }
      return [
        absolute(
          {
            ...row,
            what: `PUT results → the last socket has the new board and its own standing, ${sizeWords({ participants, count })}: p99 of what it takes beyond S1 and sweep`,
            unit: 'ms',
            notes: [
              `beyond, round by round: ${excesses.map(Math.round).join(', ')} ms; end to end ${ends.map(Math.round).join(', ')} ms; S1 + sweep ${sums.map(Math.round).join(', ')} ms`,
            ],
          },
          atMost(750, 'ms'),
          spreadOf([quantile(excesses, 0.99)]),
        ),
      ]
    } finally {
      await Promise.all([swept.stop(), bare.stop()])
      await audience.stop()
      await scoring.stop()
    }
  },
}

/** The size up to which docs/quality.md promises every screen within a second. */
export const s3Second: Row = {
  id: 'S3-second',
  name: 'from the result to the last fan, up to 10,000',
  async run({ rounds, quick, logProgress }) {
    const size = quick ? { participants: 1_000, count: 500 } : { participants: 10_000, count: 5_000 }
    const audience = await openAudience({ ...size, results: rounds + 1 }, logProgress)
    try {
      const [warmUp = 0, ...raceIds] = audience.raceIds
      await publish(audience.product, audience.sockets, audience.board, warmUp)
      const ends: number[] = []
      for (const raceId of raceIds) {
        ends.push(await publish(audience.product, audience.sockets, audience.board, raceId))
        logProgress(`end to end ${Math.round(ends.at(-1) ?? 0)} ms`)
      }
      return [
        absolute(
          {
            row: 'S3',
            what: `PUT results → the last socket has the new board and its own standing, ${sizeWords(size)}: slowest of ${rounds}`,
            against: '–',
            unit: 'ms',
            notes: [`round by round: ${ends.map(Math.round).join(', ')} ms`],
          },
          atMost(1_000, 'ms'),
          spreadOf([Math.max(...ends)]),
        ),
      ]
    } finally {
      await audience.stop()
    }
  },
}
