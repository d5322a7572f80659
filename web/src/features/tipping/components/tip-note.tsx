import { Text } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { formatClosing, formatDayTime, formatGain, formatTime, type TimeZoneOption } from '../../../ui/time/format.ts'
import { raceState } from '../../weekend-data/api/race-state.ts'
import { type CardState, type CategoryCard, closesAt, firstOpen, isClosedByFirst } from '../api/tip-card-state.ts'

type Props = {
  card: CategoryCard
  state: CardState
  /** The car that was picked but not saved when tips closed. */
  missed?: string | undefined
  now: number
  error: string | undefined
  zone: TimeZoneOption
}

/** Explains why a category is locked: tips close two minutes before its last session starts. */
export const describeLastSession = (counting: readonly Race[], now: number, zone: TimeZoneOption): string => {
  // A locked race without a time has started: those with a time ahead come after it.
  const last = [...counting]
    .sort((a, b) => (a.scheduledStart ?? '').localeCompare(b.scheduledStart ?? '') || a.id - b.id)
    .at(-1)
  if (!last) return 'Last session has started.'
  const state = raceState(last, now)
  if (state === 'cancelled') return 'Last session was cancelled.'
  const start = last.scheduledStart
  // Locked before its deadline: live timing has shown that it runs, before its status does.
  if (last.locked && last.deadline !== null && now < Date.parse(last.deadline)) return 'Last session has started.'
  if (state === 'upcoming' && start !== null && now < Date.parse(start))
    return `Last session starts at ${formatTime(start, zone)}.`
  return 'Last session has started.'
}

/** The two lines beside the button, which explain the state of the card. */
export const TipNote = ({ card, state, missed, now, error, zone }: Props) => {
  const { counting, tip } = card
  const lines = (first: string, second?: string, tone?: string) => (
    <Text variant="note" className="ps-fill">
      <span className={tone}>
        {first}
        {second !== undefined && (
          <>
            <br />
            {second}
          </>
        )}
      </span>
    </Text>
  )
  if (error !== undefined) return lines(error, undefined, 'ps-bad')
  if (state === 'locked' && missed !== undefined) return lines('Tips closed before you saved', `${missed}.`, 'ps-bad')
  if (state === 'unannounced') return lines('Not announced yet.', tip ? 'Your tip stays.' : 'Tips open once it is.')
  if (state === 'locked' && isClosedByFirst(card, now))
    return lines('The first event has started - tips are now locked for this race weekend.')
  if (state === 'locked')
    return lines(
      describeLastSession(counting, now, zone),
      tip ? `${formatGain(tip.points)} points this weekend` : 'No tip',
    )
  if (state === 'out') return lines('This car is out. Select', `another car to ${tip ? 'update' : 'submit'}.`, 'ps-bad')
  if (state === 'picked' && tip)
    return lines(tip.isAutomatic ? 'Tipped for you:' : 'Saved pick:', `#${tip.car.plate} ${tip.car.driver}`)
  if (state === 'saved' && tip?.isAutomatic) return lines('Tipped for you, as', 'you hadn’t yet.')
  if (state === 'saved' && tip?.isCopy) return lines('From your open', 'competition tip.')
  const firstOpenRace = firstOpen(counting, now)
  if ((state === 'saved' || state === 'picked') && firstOpenRace)
    return firstOpenRace.scheduledStart
      ? lines(`Counts from ${firstOpenRace.name},`, formatDayTime(firstOpenRace.scheduledStart, zone, now))
      : lines(`Counts from ${firstOpenRace.name}`)
  const closes = closesAt(card)
  return closes ? lines('Closes', formatClosing(closes, zone, now)) : lines('Open until the', 'last session starts')
}
