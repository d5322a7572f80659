import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { formatDayTime } from '../../ui/format.ts'
import { Panel } from '../../ui/wall.tsx'
import { latestNews } from '../leaderboard/board-news.tsx'
import { ReactionBar } from '../reactions/reaction-bar.tsx'
import { racesQuery } from '../weekends/weekend-queries.ts'
import classes from './result-reactions.module.css'

/** Results that can be reacted to, the one that came in or changed last first. */
const newsOf = (races: readonly Race[]) =>
  races
    .flatMap((race) => {
      const news = latestNews([race])
      return news ? [{ ...news, category: race.category }] : []
    })
    .filter(({ isGone }) => !isGone)
    .toSorted((one, other) => other.at - one.at)

/** Every result of the weekend with what fans say to it. */
export const ResultReactions = ({ weekend }: { weekend: Weekend }) => {
  const news = newsOf(useQuery(racesQuery(weekend.id)).data ?? [])
  if (news.length === 0) return null
  return (
    <Panel span={1} title="Results" flush>
      <ul>
        {news.map(({ raceId, race, category, words, at }) => (
          <li key={raceId} className={classes.result}>
            <p className="ps-lines">
              <b>{race}</b>
              <span className="ps-xs ps-muted">{category}</span>
              <span className="ps-xs ps-faint">
                {words} · {formatDayTime(at, { timeZone: weekend.timeZone })}
              </span>
            </p>
            <ReactionBar
              place={{ weekendId: weekend.id, groupId: null }}
              subject={{ type: 'result', id: raceId }}
              label={`Reactions to ${race}, ${category}`}
              className={classes.bar}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
