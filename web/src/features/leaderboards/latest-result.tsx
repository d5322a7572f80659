import { Text } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { formatTimeWithSeconds, type TimeZoneOption } from '../../ui/time/format.ts'

export type LatestResult = {
  raceId: number
  race: string
  outcome: string
  reason: string | null
  at: number
  /** Whether the result was withdrawn, so it accepts no reactions. */
  isWithdrawn: boolean
}

const LATER_LABELS: Record<NonNullable<Race['resultStatus']>, string> = {
  provisional: 'result provisional',
  amended: 'result corrected',
  official: 'result official',
  cancelled: 'result withdrawn',
}

/** Describes the status of a result: "result in", "result corrected". */
export const describeResult = (status: NonNullable<Race['resultStatus']>, revision: number | null): string => {
  if (revision !== 1) return LATER_LABELS[status]
  return status === 'cancelled' ? 'cancelled' : 'result in'
}

/** Returns the result that was published or changed last; derived from the races, so it survives a reload. */
export const latestResult = (races: readonly Race[]): LatestResult | null => {
  let latest: LatestResult | null = null
  for (const { id, name, completedAt, resultRevision, resultStatus, resultReason, resultPublishedAt } of races) {
    const changedAt = resultPublishedAt ?? completedAt
    if (resultStatus === null || changedAt === null) continue
    const at = Date.parse(changedAt)
    if (latest && at <= latest.at) continue
    latest = {
      raceId: id,
      race: name,
      outcome: describeResult(resultStatus, resultRevision),
      reason: resultReason,
      at,
      isWithdrawn: resultStatus === 'cancelled',
    }
  }
  return latest
}

/** Leaves room for the time. */
const REASON = { maxWidth: 'min(320px, 100% - 96px)', verticalAlign: 'bottom' }

/** One line: "Race 1 result in · 3:52:07 pm", "Race 1 result corrected: 5 s penalty · 3:52:07 pm". */
export const LatestResultLine = ({
  result: { race, outcome, reason, at },
  zone,
}: {
  result: LatestResult
  zone: TimeZoneOption
}) => (
  <Text span display="block" size="xs" c="var(--ps-ink-3)" title={reason ?? undefined}>
    <Text span inherit className="ps-best ps-wrap" fw={560}>
      {race}
    </Text>{' '}
    {outcome}
    {reason !== null && (
      <>
        :{' '}
        <Text span inherit c="dimmed" display="inline-block" truncate style={REASON}>
          {reason}
        </Text>
      </>
    )}{' '}
    · {formatTimeWithSeconds(at, zone)}
  </Text>
)
