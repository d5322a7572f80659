import type { ResultHere, TipsHere } from './here.ts'

type TipsTaken = { tips: TipsHere; othersCores: number; perSecond: number; p50: number; p99: number }
type ResultTaken = { result: ResultHere; othersCores: number; lastSocketMs: number }
type Run = { taken: string; cores: number; tips: readonly TipsTaken[]; results: readonly ResultTaken[] }

const first = (pace: { perSecond: number } | { connections: number }): TipsHere => ({ firstShare: 1, ...pace })
const changed = (pace: { perSecond: number } | { connections: number }): TipsHere => ({ firstShare: 0, ...pace })

const few = { participants: 100, sockets: 2 }
const more = { participants: 2_000, sockets: 2_000 }
const many = { participants: 20_000, sockets: 4_000 }

/** What D1 measured, ms; the medians of results. */
export const d1Taken: readonly Run[] = [
  {
    taken: '2026-11-27, --rounds 2',
    cores: 2,
    tips: [
      { tips: first({ perSecond: 40 }), othersCores: 0.74, perSecond: 40, p50: 210, p99: 583 },
      { tips: first({ connections: 64 }), othersCores: 0.74, perSecond: 161, p50: 397, p99: 616 },
      { tips: changed({ perSecond: 50 }), othersCores: 0.8, perSecond: 50, p50: 43, p99: 129 },
      { tips: changed({ perSecond: 100 }), othersCores: 0.36, perSecond: 100, p50: 37, p99: 132 },
      { tips: changed({ perSecond: 150 }), othersCores: 0.36, perSecond: 150, p50: 110, p99: 639 },
      { tips: changed({ connections: 64 }), othersCores: 0.35, perSecond: 458, p50: 134, p99: 275 },
    ],
    results: [
      { result: few, othersCores: 0.29, lastSocketMs: 302 },
      { result: more, othersCores: 0.24, lastSocketMs: 330 },
      { result: many, othersCores: 0.24, lastSocketMs: 363 },
    ],
  },
  {
    taken: '2026-11-23, --rounds 3',
    cores: 2,
    tips: [
      { tips: first({ perSecond: 40 }), othersCores: 0.82, perSecond: 40, p50: 190, p99: 843 },
      { tips: first({ connections: 64 }), othersCores: 0.74, perSecond: 106, p50: 547, p99: 1_571 },
      { tips: changed({ perSecond: 50 }), othersCores: 0.42, perSecond: 50, p50: 22, p99: 113 },
      { tips: changed({ perSecond: 100 }), othersCores: 0.57, perSecond: 100, p50: 68, p99: 292 },
      { tips: changed({ perSecond: 150 }), othersCores: 0.39, perSecond: 150, p50: 104, p99: 1_424 },
      { tips: changed({ connections: 64 }), othersCores: 0.4, perSecond: 293, p50: 199, p99: 465 },
    ],
    results: [
      { result: few, othersCores: 0.06, lastSocketMs: 316 },
      { result: more, othersCores: 0.35, lastSocketMs: 403 },
      { result: many, othersCores: 0.15, lastSocketMs: 703 },
    ],
  },
  {
    taken: '2026-11-23, --rounds 4',
    cores: 2,
    tips: [
      { tips: first({ perSecond: 40 }), othersCores: 0.54, perSecond: 40, p50: 358, p99: 1_061 },
      { tips: first({ connections: 64 }), othersCores: 0.55, perSecond: 94, p50: 625, p99: 1_241 },
      { tips: changed({ perSecond: 50 }), othersCores: 0.74, perSecond: 50, p50: 216, p99: 1_574 },
      { tips: changed({ perSecond: 100 }), othersCores: 0.7, perSecond: 100, p50: 426, p99: 1_087 },
      { tips: changed({ perSecond: 150 }), othersCores: 0.6, perSecond: 150, p50: 378, p99: 1_134 },
      { tips: changed({ connections: 64 }), othersCores: 0.76, perSecond: 113, p50: 544, p99: 1_108 },
    ],
    results: [
      { result: few, othersCores: 1.43, lastSocketMs: 805 },
      { result: more, othersCores: 1.35, lastSocketMs: 1_057 },
      { result: many, othersCores: 1.32, lastSocketMs: 1_414 },
    ],
  },
]
