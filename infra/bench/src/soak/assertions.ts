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
    const max = Math.max(...resident.map(({ bytes }) => bytes))
    const cell = verdict === 'flat' ? 'flat' : `**${verdict}**`
    return `| ${name} | ${mb(level)} MB | ${mb(max)} MB | ${mb(perHour)} (± ${mb(error)}) MB | ${mb(limit)} MB | ${cell} |`
  })
  const failed = Object.entries(answers).filter(([status]) => !isGood(status))
  const replyCount = Object.values(answers).reduce((sum, count) => sum + count, 0)
  const notes = [
    failure === null
      ? `Played with ${differences === 0 ? 'no difference' : `${differences} DIFFERENCES`}.`
      : `NOT PLAYED to the end: ${failure}`,
    `Background load got ${replyCount} replies${failed.length > 0 ? `, FAILED: ${JSON.stringify(Object.fromEntries(failed))}` : ''}.`,
    `Memory was sampled ${readings.taken} times${readings.missed > 0 ? `, and missed ${readings.missed} times: some process did not reply` : ''}.`,
  ]
  return {
    isSound:
      failure === null &&
      readings.missed <= readings.taken * MISSES &&
      differences === 0 &&
      replyCount > 0 &&
      failed.length === 0 &&
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
