import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { formatTimeWithSeconds, type Zone } from '../../ui/format.ts'
import type { BoardNews } from './board-keys.ts'
import classes from './board-news.module.css'
import { boardNewsQuery } from './leaderboard-queries.ts'

export type LatestNews = { race: string; words: string; reason: string | null; at: number }

const WORDS: Record<BoardNews['status'], string> = {
  provisional: 'result corrected',
  amended: 'result corrected',
  official: 'result official',
  cancelled: 'result withdrawn',
}

/** The latest change of the board: the race that was completed last, or what a message has told since. */
export const latestNews = (races: readonly Race[], told: BoardNews | null): LatestNews | null => {
  let latest = told && { race: told.race, words: WORDS[told.status], reason: told.reason, at: told.at }
  for (const { name, completedAt, resultStatus } of races) {
    if (completedAt === null || resultStatus === null || resultStatus === 'cancelled') continue
    const at = Date.parse(completedAt)
    if (!latest || at > latest.at) latest = { race: name, words: 'result in', reason: null, at }
  }
  return latest
}

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

/** "Race 1 result in · 3:52:07 pm", "Race 1 result corrected: 5 s penalty · 3:52:07 pm". */
export const BoardNewsLine = ({ weekend, races }: { weekend: Weekend; races: readonly Race[] | undefined }) => {
  const told = useQuery(boardNewsQuery(weekend.id))
  const news = latestNews(races ?? [], told.data ?? null)
  if (!news) return null
  return <NewsLine news={news} timeZone={weekend.timeZone} />
}
