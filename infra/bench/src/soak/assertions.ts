import { checkFlatness } from './flatness.ts'
import { memoryChart, type Panel } from './memory-chart.ts'
import { heapOf, residentOf, type Soak } from './memory-samples.ts'

const MB = 2 ** 20

export type SoakResult = {
  /** Whether every process is flat, every request was answered, and the weekend has no difference. */
  isSound: boolean
  /** A table and notes, in Markdown. */
  text: string
  chart: string
}

/** Allowed share of missed samples; after a process has died, all its samples are missed. */
const MISSES = 0.02

const isGood = (status: string): boolean => status.startsWith('2') || status === '304'

/** Computes the result of a soak from its samples alone, so that it is reproducible. */
export const soakResult = (soak: Soak): SoakResult => {
  const { way, fans, playedMs, answers, differences, failure, readings, processes } = soak
  const panels = Object.entries(processes).map(([name, readings]): Panel => {
    const resident = residentOf(readings)
    return { name, resident, heap: heapOf(readings), flatness: checkFlatness(resident, playedMs) }
  })
  const minutes = Math.round(playedMs / 60_000)
  const title = `Memory over a race day of ${minutes} minutes, ${fans} fans, ${way}`
  const mb = (bytes: number) => (bytes / MB).toFixed(1)
  const rows = panels.map(({ name, resident, flatness: { level, perHour, error, limit, verdict } }) => {
    const most = Math.max(...resident.map(({ bytes }) => bytes))
    const said = verdict === 'flat' ? 'flat' : `**${verdict}**`
    return `| ${name} | ${mb(level)} MB | ${mb(most)} MB | ${mb(perHour)} (± ${mb(error)}) MB | ${mb(limit)} MB | ${said} |`
  })
  const refused = Object.entries(answers).filter(([status]) => !isGood(status))
  const looked = Object.values(answers).reduce((sum, count) => sum + count, 0)
  const notes = [
    failure === null
      ? `Played with ${differences === 0 ? 'no difference' : `${differences} DIFFERENCES`}.`
      : `NOT PLAYED to the end: ${failure}`,
    `Onlookers were answered ${looked} times${refused.length > 0 ? `, NOT WELL: ${JSON.stringify(Object.fromEntries(refused))}` : ''}.`,
    `Memory was read ${readings.taken} times${readings.missed > 0 ? `, and ${readings.missed} times not: some process did not answer` : ''}.`,
  ]
  return {
    isSound:
      failure === null &&
      readings.missed <= readings.taken * MISSES &&
      differences === 0 &&
      looked > 0 &&
      refused.length === 0 &&
      panels.every((panel) => panel.flatness.verdict === 'flat'),
    text: [
      '| process | floor | most | floor an hour | allowed | memory is |',
      '|---|---|---|---|---|---|',
      ...rows,
      '',
      ...notes,
    ].join('\n'),
    chart: memoryChart({ title, playedMs, panels }),
  }
}
