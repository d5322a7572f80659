import type { Race } from '@purple-sector/contracts/weekends/http'
import { formatTimeWithSeconds, type Zone } from '../../ui/format.ts'
import classes from './board-news.module.css'

export type LatestNews = {
  raceId: number
  race: string
  words: string
  reason: string | null
  at: number
  /** Whether the result was withdrawn, so it accepts no reactions. */
  isGone: boolean
}

const LATER_WORDS: Record<NonNullable<Race['resultStatus']>, string> = {
  provisional: 'result provisional',
  amended: 'result corrected',
  official: 'result official',
  cancelled: 'result withdrawn',
}

/** Describes the status of a result: "result in", "result corrected". */
export const resultWords = (status: NonNullable<Race['resultStatus']>, revision: number | null): string => {
  if (revision !== 1) return LATER_WORDS[status]
  return status === 'cancelled' ? 'cancelled' : 'result in'
}

/** Returns the result that was published or changed last; derived from the races, so it survives a reload. */
export const latestNews = (races: readonly Race[]): LatestNews | null => {
  let latest: LatestNews | null = null
  for (const { id, name, completedAt, resultRevision, resultStatus, resultReason, resultPublishedAt } of races) {
    const told = resultPublishedAt ?? completedAt
    if (resultStatus === null || told === null) continue
    const at = Date.parse(told)
    if (latest && at <= latest.at) continue
    latest = {
      raceId: id,
      race: name,
      words: resultWords(resultStatus, resultRevision),
      reason: resultReason,
      at,
      isGone: resultStatus === 'cancelled',
    }
  }
  return latest
}

/** One line: "Race 1 result in · 3:52:07 pm", "Race 1 result corrected: 5 s penalty · 3:52:07 pm". */
export const NewsLine = ({ news: { race, words, reason, at }, timeZone }: { news: LatestNews } & Zone) => (
  <span className={classes.news} title={reason ?? undefined}>
    <b className="ps-best ps-wrap">{race}</b> {words}
    {reason !== null && (
      <>
        : <span className={classes.reason}>{reason}</span>
      </>
    )}{' '}
    · {formatTimeWithSeconds(at, { timeZone })}
  </span>
)
