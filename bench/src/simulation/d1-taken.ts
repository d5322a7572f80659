import type { ResultHere, TipsHere } from './here.ts'

type TipsTaken = { tips: TipsHere; othersCores: number; perSecond: number; p50: number; p99: number }
type ResultTaken = { result: ResultHere; othersCores: number; lastSocketMs: number }

/** What D1 measured, ms: `node bench/src/main.ts --rows D1 --rounds 3`, 2026-11-23, two cores. */
export const d1Taken: { cores: number; tips: readonly TipsTaken[]; results: readonly ResultTaken[] } = {
  cores: 2,
  tips: [
    { tips: { firstShare: 1, perSecond: 40 }, othersCores: 0.82, perSecond: 40, p50: 190, p99: 843 },
    { tips: { firstShare: 1, connections: 64 }, othersCores: 0.74, perSecond: 106, p50: 547, p99: 1_571 },
    { tips: { firstShare: 0, perSecond: 50 }, othersCores: 0.42, perSecond: 50, p50: 22, p99: 113 },
    { tips: { firstShare: 0, perSecond: 100 }, othersCores: 0.57, perSecond: 100, p50: 68, p99: 292 },
    { tips: { firstShare: 0, perSecond: 150 }, othersCores: 0.39, perSecond: 150, p50: 104, p99: 1_424 },
    { tips: { firstShare: 0, connections: 64 }, othersCores: 0.4, perSecond: 293, p50: 199, p99: 465 },
  ],
  results: [
    { result: { participants: 100, sockets: 2 }, othersCores: 0.06, lastSocketMs: 316 },
    { result: { participants: 2_000, sockets: 2_000 }, othersCores: 0.35, lastSocketMs: 403 },
    { result: { participants: 20_000, sockets: 4_000 }, othersCores: 0.15, lastSocketMs: 703 },
  ],
}
