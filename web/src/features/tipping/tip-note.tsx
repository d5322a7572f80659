import { formatGain } from '../../ui/format.ts'
import { type CardState, type CategoryCard, closesAt, firstOpen } from './tip-card-state.ts'

type Props = {
  card: CategoryCard
  state: CardState
  now: number
  error: string | undefined
  dayTime(at: string): string
}

/** The two lines beside the button: what the fan has to know in this state. */
export const TipNote = ({ card: { counting, tip }, state, now, error, dayTime }: Props) => {
  const lines = (first: string, second?: string, tone?: string) => (
    <p className="ps-note ps-fill">
      <span className={tone}>
        {first}
        {second !== undefined && (
          <>
            <br />
            {second}
          </>
        )}
      </span>
    </p>
  )
  if (error !== undefined) return lines(error, undefined, 'ps-bad')
  if (state === 'locked')
    return lines('Last session has started.', tip ? `${formatGain(tip.points)} pts this weekend` : 'No tip')
  if (state === 'out') return lines('This car is out. Select', `another car to ${tip ? 'update' : 'submit'}.`, 'ps-bad')
  if (state === 'picked' && tip) return lines('Saved until now:', `#${tip.car.number} ${tip.car.driver}`)
  const open = firstOpen(counting, now)
  if ((state === 'saved' || state === 'picked') && open)
    return open.scheduledStart
      ? lines(`Counts from ${open.name},`, dayTime(open.scheduledStart))
      : lines(`Counts from ${open.name}`)
  const closes = closesAt(counting)
  return closes ? lines('Closes', dayTime(closes)) : lines('Open until the', 'last session starts')
}
