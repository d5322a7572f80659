import { Badge, Box, Button, Flex, Text } from '@mantine/core'
import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { lazy, Suspense, useState } from 'react'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatDeadline, plural } from '../../../ui/time/format.ts'
import { zoneFor } from '../../session/use-zone.ts'
import { useUser } from '../../session/user-query.ts'
import { isJokerLocked, jokerLocksAt, type SeasonRound } from '../api/season-rounds.ts'
import { openForJoker, type Rounds } from '../api/use-rounds.ts'

const JokerDialog = lazy(async () => ({ default: (await import('./joker-dialog.tsx')).JokerDialog }))
const TakeBackDialog = lazy(async () => ({ default: (await import('./take-back-dialog.tsx')).TakeBackDialog }))

type Task = { kind: 'play' } | { kind: 'move' | 'take-back'; round: SeasonRound }

type Props = Rounds & { season: Season; own: OwnSeason; span: number }

type PlayedProps = {
  round: SeasonRound
  isLocked: boolean
  /** `locks Sat 4:13 pm AEDT`, where that is known. */
  lock: string | undefined
  canMove: boolean
  onMove(): void
  onTakeBack(): void
}

/** A joker that was played. */
const Played = ({ round: { round, weekend }, isLocked, lock, canMove, onMove, onTakeBack }: PlayedProps) => (
  <Flex component="li" align="center" wrap="wrap" gap="4px 8px" mih={48} px={16} py={6}>
    <div className="ps-fill ps-wrap">
      <b>{weekend.name}</b>
      <Text variant="note">
        Round {round}
        {!isLocked && lock && `, ${lock}`}
      </Text>
    </div>
    {isLocked ? (
      <Badge variant="plain">Locked</Badge>
    ) : (
      <>
        {canMove && (
          <Button variant="outline" size="sm" aria-label={`Move the joker from ${weekend.name}`} onClick={onMove}>
            Move
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          aria-label={`Take back the joker from ${weekend.name}`}
          onClick={onTakeBack}
        >
          Take back
        </Button>
      </>
    )}
  </Flex>
)

const hintOf = (jokersLeft: number, open: number): string => {
  if (jokersLeft === 0) return 'You have no jokers left to play.'
  return open === 0
    ? 'No round is open for a joker.'
    : 'A joker doubles your season points in one round. It locks with that round’s first qualifying or race.'
}

/** The fan's jokers of a season: play one, move it or take it back until its round locks. */
export const JokerPanel = ({ season, own, rounds, racesOf, now, span }: Props) => {
  const user = useUser()
  const [task, setTask] = useState<Task | null>(null)
  const played = new Set(own.weekends.filter(({ joker }) => joker).map(({ weekendId }) => weekendId))
  const isLocked = (round: SeasonRound) => isJokerLocked(round, racesOf.get(round.weekendId), now)
  const open = openForJoker(own, { rounds, racesOf, now })
  const lockOf = ({ weekendId, weekend }: SeasonRound): string | undefined => {
    const at = jokerLocksAt(racesOf.get(weekendId))
    return at && `locks ${formatDeadline(at, zoneFor(user, weekend.timeZone), { withDay: true, now })}`
  }
  const close = () => setTask(null)
  return (
    <Panel
      span={span}
      title={season.jokers === 1 ? 'Joker' : 'Jokers'}
      actions={`${own.jokersLeft} of ${plural(season.jokers, 'joker')} left`}
      flush
    >
      {played.size > 0 && (
        <ul className="ps-lined" aria-label="Jokers played">
          {rounds
            .filter(({ weekendId }) => played.has(weekendId))
            .map((round) => (
              <Played
                key={round.weekendId}
                round={round}
                isLocked={isLocked(round)}
                lock={lockOf(round)}
                canMove={open.length > 0}
                onMove={() => setTask({ kind: 'move', round })}
                onTakeBack={() => setTask({ kind: 'take-back', round })}
              />
            ))}
        </ul>
      )}
      <Box p={16} className={played.size > 0 ? 'ps-above' : undefined}>
        <Text variant="note">{hintOf(own.jokersLeft, open.length)}</Text>
        {own.jokersLeft > 0 && open.length > 0 && (
          <Button mt={12} onClick={() => setTask({ kind: 'play' })}>
            Play a joker
          </Button>
        )}
      </Box>
      {task && (
        <Suspense fallback={null}>
          {task.kind === 'take-back' ? (
            <TakeBackDialog seasonId={season.id} round={task.round} opened onClose={close} />
          ) : (
            <JokerDialog
              key={task.kind}
              seasonId={season.id}
              open={open}
              from={task.kind === 'move' ? task.round : undefined}
              opened
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </Panel>
  )
}
