import type { RaceDayReport } from '../options.ts'
import { differencesInWords } from './differences.ts'

/** Formats the closing lines for the console. */
export const reportText = (report: RaceDayReport): string => {
  const { tips, groups, crowd, reminders, results, sockets, latency, timing } = report
  const ms = (figures: { p50: number; p99: number } | null) =>
    figures ? `p50 ${figures.p50} ms, p99 ${figures.p99} ms` : 'not measured'
  const seconds = (value: number | null) => (value === null ? '–' : `${(value / 1000).toFixed(1)} s`)
  const kinds = Object.entries(report.outages).map(([kind, times]) => `${times} × ${kind}`)
  const outages = kinds.length > 0 ? ` (${kinds.join(', ')})` : ''
  const lines = [
    `Fans         ${report.fans}, ${report.participants} of them on the board`,
    `Tips         ${tips.accepted} accepted, ${tips.unchanged} sent again, ${tips.tipsClosed} rejected as closed, ${tips.carOut} on cars that were out`,
    `Groups       ${groups.founded} founded, ${groups.memberships} memberships; ${groups.accepted} tips accepted, ${groups.tipsClosed} rejected as closed, ${groups.tipsLocked} as locked`,
    `Crowd        ${crowd ? `${crowd.votes} votes in the driver poll, ${crowd.reactions} reactions to results` : 'not installed'}`,
    `Reminders    ${reminders ? `${reminders.reported} received; ${reminders.must} were required, ${reminders.mustNot} ruled out, ${reminders.either} uncertain` : 'not installed'}`,
    `Results      ${results.published} races, ${results.corrections} corrections, ${results.statuses} changes of status only, ${results.withdrawals} withdrawn, ${results.repeated} sent twice, ${results.previews} previews`,
    `Entries      ${results.edits} cars changed, ${results.lateEntries} entered late, ${results.renames} categories renamed`,
    `Sockets      ${sockets.opened}, ${sockets.interruptions} interruptions, ${seconds(sockets.longestGapMs)} without one at the most; ${report.retries} calls sent again${outages}`,
    `Result to the last socket   ${ms(latency.lastSocket)} (${latency.results} results; the slowest ${seconds(latency.slowest.connected)} to one that stayed connected, ${seconds(latency.slowest.any)} to any)`,
    `Result to each socket       ${ms(latency.eachSocket)}`,
    `Live timing  ${timing ? `${timing.laps} laps of ${timing.races} races, after which ${timing.boards} projected boards were read; ${timing.frames} projected frames; ${timing.repeated} laps sent again` : 'laps not sent'}`,
    `Took         ${report.seconds.toFixed(1)} s`,
  ]
  const verdict =
    report.differences.length === 0
      ? 'No difference: every total, position and tip is as it must be.'
      : `${report.differences.length} DIFFERENCES\n\n${differencesInWords(report.differences)}`
  return `\n${lines.join('\n')}\n\n${verdict}`
}
