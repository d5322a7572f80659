const MINUTE = 60_000

export type CountdownZone = 'normal' | 'soon' | 'urgent' | 'critical' | 'live'

/** The zone of the time left, in ms; at zero the event is live. */
export const zoneOf = (millisecondsLeft: number): CountdownZone => {
  if (millisecondsLeft <= 0) return 'live'
  if (millisecondsLeft <= 30 * MINUTE) return 'critical'
  if (millisecondsLeft <= 120 * MINUTE) return 'urgent'
  return millisecondsLeft <= 1440 * MINUTE ? 'soon' : 'normal'
}

const TAGS: Record<CountdownZone, string> = {
  normal: 'SCHEDULED',
  soon: 'APPROACHING',
  urgent: 'ALMOST TIME',
  critical: 'CLOSING SOON',
  live: 'EVENT LIVE',
}

/** Moments before the end that are announced, in minutes, the last first. */
const ANNOUNCED_MINUTES = [1, 2, 10]

/** What a screen reader says once the last 10, 2 and 1 minutes have started; undefined before that and at the end. */
export const announcementOf = (millisecondsLeft: number): string => {
  if (millisecondsLeft <= 0) return ''
  const minutes = ANNOUNCED_MINUTES.find((limit) => millisecondsLeft <= limit * MINUTE)
  return minutes === undefined ? '' : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} to go`
}

/** Label of a zone; once tips have closed it no longer says that they close soon. */
export const tagOf = (zone: CountdownZone, haveTipsClosed: boolean): string =>
  zone === 'critical' && haveTipsClosed ? 'STARTING SOON' : TAGS[zone]

export const ZONES = ['normal', 'soon', 'urgent', 'critical'] as const

export type Clock = { days: number; hours: number; minutes: number; seconds: number }

/**
 * Splits the time left, in ms. A started second counts as a full one, so zero is the end itself. Hours run to 99, as on a
 * timing screen; only longer times have days.
 */
export const clockOf = (millisecondsLeft: number): Clock => {
  const seconds = Math.max(0, Math.ceil(millisecondsLeft / 1000))
  const hours = Math.floor(seconds / 3600)
  return {
    days: hours > 99 ? Math.floor(hours / 24) : 0,
    hours: hours > 99 ? hours % 24 : hours,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** "2 days 4 hours 14 minutes", for screen readers. */
export const clockText = ({ days, hours, minutes, seconds }: Clock): string => {
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
    ...(days === 0 && hours === 0 ? ([[seconds, 'second']] as const) : []),
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ')
}
