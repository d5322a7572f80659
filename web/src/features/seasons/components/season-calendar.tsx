import { Badge, Box, Flex, Text } from '@mantine/core'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import { weekendDates } from '../../weekend-data/api/weekend-labels.ts'
import { AddToCalendar } from '../../weekend-data/components/add-to-calendar.tsx'
import { isPast, isToCome, type SeasonRound, timeToRound } from '../api/season-rounds.ts'
import type { Rounds } from '../api/use-rounds.ts'

type TimeProps = { round: SeasonRound; isNext: boolean } & Pick<Rounds, 'racesOf' | 'now'>

const Time = ({ round, isNext, racesOf, now }: TimeProps) => {
  if (round.weekend.status === 'live') return <Badge variant="live">Live</Badge>
  if (!isToCome(round)) return <Badge variant="plain">Completed</Badge>
  const text = timeToRound(round, racesOf.get(round.weekendId), now)
  return isNext ? <Badge variant="yellow">{text}</Badge> : <span className="ps-sm ps-muted">{text}</span>
}

/** The rounds of a season by date, with the time to each; those that are announced also as a calendar to subscribe to. */
export const SeasonCalendar = ({ seasonId, rounds, racesOf, now }: Rounds & { seasonId: number }) => {
  const byDate = rounds.toSorted((a, b) => a.weekend.startDate.localeCompare(b.weekend.startDate) || a.round - b.round)
  const next = byDate.find((round) => isToCome(round) && round.weekend.status !== 'live' && !isPast(round, now))
  return (
    <>
      <ol className="ps-lined" aria-label="Calendar">
        {byDate.map((round) => (
          <Flex component="li" key={round.weekendId} align="center" gap={12} mih={58} px={16} py={6}>
            <div className="ps-fill ps-wrap">
              <b>{round.weekend.name}</b>
              <Text variant="note">
                {weekendDates(round.weekend)}
                {round.weekend.venue !== '' && ` · ${round.weekend.venue}`}
              </Text>
            </div>
            <Box component="span" flex="none">
              <Time round={round} isNext={round === next} racesOf={racesOf} now={now} />
            </Box>
          </Flex>
        ))}
      </ol>
      {rounds.some(({ weekend }) => isOpenToAll(weekend)) && (
        <AddToCalendar
          title="The season in your calendar"
          note="Your calendar updates when a round is announced or moves."
          path={`/api/open/seasons/${seasonId}/calendar.ics`}
          inset={16}
        />
      )}
    </>
  )
}
