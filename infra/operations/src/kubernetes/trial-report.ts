import type { RaceDayReport } from '@purple-sector/race-day'
import type { DrainedGateway } from './drained-sockets.ts'

/** One disturbance: how long until all was steady again, seconds without a ready pod, outages that fans saw, by kind. */
export type Step = {
  name: string
  seconds: number
  without: Readonly<Record<string, number>>
  outages: Readonly<Record<string, number>>
}

export type Trial = {
  steps: readonly Step[]
  drained: readonly DrainedGateway[]
  report: RaceDayReport
  chat: { acknowledged: number; lost: readonly string[] }
  /** Whether the weekend was over before the last step. */
  wasTooShort: boolean
}

/** Limits of issue 40, in ms. */
const MAX_GAP_MS = 15_000
const MAX_CONNECTED_MS = 5_000
const MAX_ANY_MS = 15_000
/** Outages that fans may see: the client retries 503 after `Retry-After`; a killed gateway replies nothing. */
const ALLOWED = new Set(['503', 'no reply'])

/** Returns what a trial must not show, a sentence each. */
export const trialFaults = ({ report, chat, wasTooShort }: Trial): string[] => {
  const { differences, sockets, latency, outages } = report
  const others = Object.entries(outages).filter(([kind]) => !ALLOWED.has(kind))
  const { connected, any } = latency.slowest
  const faults: [boolean, string][] = [
    [wasTooShort, 'The weekend was over before the last step: give it more minutes.'],
    [differences.length > 0, `${differences.length} differences.`],
    [chat.lost.length > 0, `${chat.lost.length} acknowledged messages were lost.`],
    [sockets.longestGapMs > MAX_GAP_MS, `A fan was without a socket for ${sockets.longestGapMs} ms.`],
    [(connected ?? 0) > MAX_CONNECTED_MS, `A result took ${connected} ms to a socket that stayed connected.`],
    [(any ?? 0) > MAX_ANY_MS, `A result took ${any} ms to a socket.`],
    ...others.map(([kind, times]): [boolean, string] => [true, `Fans saw ${kind} ${times} times.`]),
  ]
  return faults.flatMap(([isFault, sentence]) => (isFault ? [sentence] : []))
}

const inWords = (counts: Readonly<Record<string, number>>, unit = ''): string =>
  Object.entries(counts)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(1)}${unit}`)
    .join(', ') || '–'

/** Formats steps and drained gateways as tables of Markdown. */
export const trialTables = ({ steps, drained, chat }: Trial): string => {
  const rows = steps.map(
    ({ name, seconds, without, outages }) =>
      `| ${name} | ${seconds.toFixed(0)} s | ${inWords(without, ' s')} | ${inWords(outages)} |`,
  )
  const gateways = drained.map(({ sockets, left, seconds }) => `| ${sockets} | ${seconds.toFixed(1)} s | ${left} |`)
  return [
    '| step | steady after | without a ready pod | outages that fans saw |',
    '|---|---|---|---|',
    ...rows,
    '',
    '| sockets of a stopped gateway | handed over after | left |',
    '|---|---|---|',
    ...gateways,
    '',
    `${chat.acknowledged} messages acknowledged, ${chat.lost.length} lost.`,
  ].join('\n')
}
