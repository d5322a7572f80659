import { type Spread, spreadOf } from '../figures/spread.ts'
import { measured } from './parameters.ts'
import { simulateResult } from './result-fan-out.ts'
import { type RushOutcome, simulateRush } from './tips-rush.ts'
import type { Size } from './topology.ts'

/** The one machine of row D1: everything with two gateways and two scoring workers runs there, and what loads it. */
export type Here = {
  cores: number
  /** Of those, what others used meanwhile. */
  othersCores: number
}

/** Tips at a scattered pace, or each of so many connections one after another; `firstShare` as in `Arrivals`. */
export type TipsHere = { firstShare: number } & ({ perSecond: number } | { connections: number })

export type ResultHere = { participants: number; sockets: number }

/** Five times as long as the bench, so that a seed says little. */
const SECONDS = 60

/** When a result comes between two ticks of a channel is chance: so many seeds make a median. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

const sizeOf = ({ cores, othersCores }: Here): Size => ({
  gateways: 2,
  tippings: 1,
  engagements: 1,
  partitions: 6,
  postgresCores: cores,
  sharedCores: cores,
  othersCores,
})

export const simulateTipsHere = (here: Here, tips: TipsHere): RushOutcome =>
  simulateRush(sizeOf(here), measured, {
    seconds: SECONDS,
    ...('perSecond' in tips ? { kind: 'steady', ...tips } : { kind: 'connections', ...tips }),
  })

/** Milliseconds to the last socket; nobody is in a group. */
export const simulateResultsHere = (here: Here, result: ResultHere): Spread =>
  spreadOf(
    SEEDS.map((seed) => simulateResult(sizeOf(here), measured, { ...result, hasGroups: false }, seed).lastSocketMs),
  )
