import { d1Taken } from './d1-taken.ts'
import { simulateResultsHere, simulateTipsHere } from './here.ts'
import { fitScoring, scoringsTaken, scoringTimes } from './scoring.ts'
import { off, share, table, whole } from './table.ts'

/** The model of scoring beside what it is fitted to. */
export const fitTable = (): string => {
  const { scoring, error } = fitScoring()
  const rows = scoringsTaken.map(({ row, fans, hasGroups, ...taken }) => {
    const model = scoringTimes(fans, hasGroups, scoring)
    const cells = (['board', 'told'] as const).flatMap((part) => {
      const ms = taken[part]
      return ms === undefined ? ['–', '–', '–'] : [whole(ms), whole(model[part]), off(model[part], ms)]
    })
    return [row, whole(fans), hasGroups ? 'yes' : 'no', ...cells]
  })
  const { waitMs, openBoard, groupsShare, tellingWaitMs, telling } = scoring
  const size = (ms: number): string => ms.toPrecision(3)
  const growth = ({ ms, power }: typeof telling): string => `${size(ms)} ms × (fans / 100,000)^${power.toFixed(2)}`
  return [
    table(
      ['row', 'fans', 'groups', 'boards committed, ms', 'model', 'error', 'last group told, ms', 'model', 'error'],
      rows,
    ),
    `boards committed = ${size(waitMs)} ms + ${growth(openBoard)}, with groups ${(1 + groupsShare).toFixed(2)} times that work`,
    `last group told = boards committed + ${size(tellingWaitMs)} ms + ${growth(telling)}; off by ${share(error)} (root mean square)`,
  ].join('\n')
}

type Run = (typeof d1Taken)[number]

/** What D1 measured in one run, and the simulation of the same. */
const checkTable = ({ taken, cores, tips, results }: Run): string => {
  const ofTips = tips.map(({ tips: offered, othersCores, ...here }) => {
    const out = simulateTipsHere({ cores, othersCores }, offered)
    const pace = 'perSecond' in offered ? `${offered.perSecond} a second` : `${offered.connections} connections`
    const figures = (['perSecond', 'p50', 'p99'] as const).map((name) => [here[name], out[name]] as const)
    return [
      `${offered.firstShare > 0 ? 'first' : 'changed'} tips, ${pace}: a second; p50; p99, ms`,
      othersCores.toFixed(2),
      figures.map(([value]) => whole(value)).join('; '),
      figures.map(([, simulated]) => whole(simulated)).join('; '),
      figures.map(([value, simulated]) => off(simulated, value)).join('; '),
    ]
  })
  const ofResults = results.map(({ result, othersCores, lastSocketMs }) => {
    const { median, least, most } = simulateResultsHere({ cores, othersCores }, result)
    return [
      `result to the last of ${whole(result.sockets)} sockets, ${whole(result.participants)} fans, ms`,
      othersCores.toFixed(2),
      whole(lastSocketMs),
      `${whole(median)} (${whole(least)}–${whole(most)})`,
      off(median, lastSocketMs),
    ]
  })
  return table(
    [`D1, ${taken}`, `others used, of ${cores} cores`, 'measured', 'simulated', 'error'],
    [...ofTips, ...ofResults],
  )
}

export const checkTables = (): string => d1Taken.map(checkTable).join('\n\n')
