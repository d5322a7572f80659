import type { Insight } from '@purple-sector/contracts/tipping/http'
import { formatDecimal, formatNumber, formatPercent, plural } from '../../../ui/time/format.ts'
import { inUtc } from '../../../ui/time/zoned-time.ts'
import { weekendDates } from '../../weekend-data/api/weekend-labels.ts'

type Days = { startDate: string | null; endDate: string | null }

/** Formats the days of a weekend as `20–22 Nov 2026`; '' when unknown. */
export const datesOf = ({ startDate, endDate }: Days): string =>
  startDate === null || endDate === null ? '' : weekendDates({ startDate, endDate })

/** Formats the month of a day as `Mar 2026`. */
export const monthOf = (day: string): string => inUtc(day).format('MMM YYYY')

/** Formats the span of weekends as `14 weekends, Mar to Nov 2026`. */
export const spanOf = (weekends: readonly Days[]): string => {
  const days = weekends.flatMap(({ startDate }) => (startDate === null ? [] : [startDate])).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const count = plural(weekends.length, 'weekend')
  if (first === undefined || last === undefined) return count
  const [from, to] = [inUtc(first), inUtc(last)]
  if (monthOf(first) === monthOf(last)) return `${count}, ${monthOf(last)}`
  return `${count}, ${from.format(from.year() === to.year() ? 'MMM' : 'MMM YYYY')} to ${monthOf(last)}`
}

/** Describes an insight as a sentence in three parts; the middle one is set in bold. */
export const describeInsight = (insight: Insight): [before: string, bold: string, after: string] => {
  switch (insight.kind) {
    case 'best-category':
      return [
        'You score most in ',
        insight.category,
        `: ${formatPercent(insight.percent)} of ${plural(insight.totalTips, 'session')}.`,
      ]
    case 'changed-tips': {
      const { difference } = insight
      if (difference === 0) return ['Tips you changed earn ', 'as much', ' as tips left alone.']
      const points = `${formatDecimal(Math.abs(difference))} points ${difference > 0 ? 'more' : 'less'}`
      return ['Tips you changed earn ', points, ' per session than tips left alone.']
    }
    case 'winners':
      return [
        'Winners picked: ',
        `${formatNumber(insight.winners)} of ${formatNumber(insight.totalTips)}`,
        ' scored tips.',
      ]
    case 'top-of-field':
      return ['On average you finish ahead of ', formatPercent(Math.round(100 - insight.percent)), ' of the field.']
  }
}

/** Converts an average rank to the fill of its bar in percent: 98 at rank 1, 0 from rank 50. */
export const rankShare = (rank: number): number => Math.max(0, 100 - 2 * rank)
