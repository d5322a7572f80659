import { Box, Button } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFocusFallback } from '../../../ui/base/use-focus-fallback.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatDayTime } from '../../../ui/time/format.ts'
import { latestResult } from '../../leaderboards/latest-result.tsx'
import { ReactionBar } from '../../reactions/reaction-bar.tsx'
import { useZone } from '../../session/use-zone.ts'
import { racesQuery } from '../../weekend-data/api/weekend-queries.ts'

/** Number of results before "show all": on a phone the board follows below. */
const VISIBLE_RESULTS = 4

/** Returns the races whose results accept reactions, latest publication or change first. */
const resultsOf = (races: readonly Race[]) =>
  races
    .flatMap((race) => {
      const results = latestResult([race])
      return results ? [{ ...results, category: race.category }] : []
    })
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .toSorted((a, other) => other.at - a.at)

/** Results of the weekend with their reactions: the latest, and all on request. */
export const ResultReactions = ({ weekend }: { weekend: Weekend }) => {
  const results = resultsOf(useQuery(racesQuery(weekend.id)).data ?? [])
  const zone = useZone(weekend.timeZone)
  const [isExpanded, showAll] = useState(false)
  // Moves the focus to the first result that was expanded.
  const frame = useFocusFallback<HTMLDivElement>(`li:nth-child(${VISIBLE_RESULTS + 1}) button`)
  if (results.length === 0) return null
  const visible = isExpanded ? results : results.slice(0, VISIBLE_RESULTS)
  return (
    <Panel span={1} title="Results" flush>
      <div ref={frame}>
        <ul className="ps-lined">
          {visible.map(({ raceId, race, category, outcome, at }) => (
            <Box component="li" key={raceId} px={16} pt={10} pb={6}>
              <p className="ps-lines">
                <b>{race}</b>
                <span className="ps-xs ps-muted">{category}</span>
                <span className="ps-xs ps-faint">
                  {outcome} · {formatDayTime(at, zone)}
                </span>
              </p>
              <Box mt={2} mx={-6}>
                <ReactionBar
                  scope={{ weekendId: weekend.id, groupId: null }}
                  subject={{ type: 'result', id: raceId }}
                  label={`Reactions to ${race}, ${category}`}
                />
              </Box>
            </Box>
          ))}
        </ul>
        {visible.length < results.length && (
          <Box className="ps-above" px={16} py={12}>
            <Button variant="outline" size="sm" onClick={() => showAll(true)}>
              {`Show ${results.length - visible.length} more`}
            </Button>
          </Box>
        )}
      </div>
    </Panel>
  )
}
