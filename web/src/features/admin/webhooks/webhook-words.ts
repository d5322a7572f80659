import type { Delivery, Webhook } from '@purple-sector/contracts/admin/webhooks'
import type { Weekend } from '@purple-sector/contracts/weekends/http'

type EventName = Webhook['events'][number]

export const EVENTS: readonly { name: EventName; title: string; note: string }[] = [
  { name: 'result.published', title: 'Results', note: 'every revision of every result' },
  { name: 'leaderboard.changed', title: 'Leaderboard', note: 'top 20, at most every 5 s' },
  { name: 'session.locked', title: 'Locks', note: 'the moment tips close' },
]

export const STATES: Record<Delivery['state'], { title: string; tone: 'green' | 'yellow' | 'red' }> = {
  delivered: { title: 'Delivered', tone: 'green' },
  waiting: { title: 'Waiting', tone: 'yellow' },
  failed: { title: 'Failed', tone: 'red' },
}

/** Describes the outcome of the last attempt, or that there was none. */
export const describeOutcome = ({ state, status, error, attempts }: Delivery): string =>
  state === 'delivered' ? `Answered ${status}.` : (error ?? (attempts === 0 ? 'Not tried yet.' : 'No answer.'))

/** Returns the validation errors of the form by field. */
export const webhookErrors = ({ url, events }: Pick<Webhook, 'url' | 'events'>) => ({
  ...(/^https?:\/\/\S+$/.test(url.trim()) ? {} : { url: 'Enter an address that starts with https://' }),
  ...(events.length > 0 ? {} : { events: 'Choose at least one' }),
})

/** Returns the public URLs of a weekend and of its season, which need no sign-in. */
export const openAddresses = ({ id, seasonId }: Pick<Weekend, 'id' | 'seasonId'>) => {
  const base = `/api/open/weekends/${id}`
  const season = `/api/open/seasons/${seasonId}`
  const ofSeason = [
    { title: 'Season standings', path: `${season}/leaderboard.json`, kind: 'JSON' },
    { title: 'Season standings', path: `${season}/leaderboard.csv`, kind: 'CSV' },
    { title: 'Season calendar', path: `${season}/calendar.ics`, kind: 'Calendar' },
  ]
  return [
    { title: 'Leaderboard', path: `${base}/leaderboard.json`, kind: 'JSON' },
    { title: 'Leaderboard', path: `${base}/leaderboard.csv`, kind: 'CSV' },
    { title: 'Results', path: `${base}/results.json`, kind: 'JSON' },
    { title: 'Results', path: `${base}/results.csv`, kind: 'CSV' },
    { title: 'Sessions', path: `${base}/sessions.ics`, kind: 'Calendar' },
    ...(seasonId === null ? [] : ofSeason),
  ]
}
