import { zoneFormats } from '@purple-sector/service-kit/data/zone-formats'

const clockOf = zoneFormats('en-AU', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  timeZoneName: 'short',
})

/** Formats an instant as the web app does, by the clocks of the weekend's zone: `Sat 28 Nov, 8:47 pm AEDT`. */
export const sessionTime = (at: Date, timeZone: string): string => {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  const day = `${part('weekday')} ${part('day')} ${part('month')}`
  return `${day}, ${part('hour')}:${part('minute')} ${part('dayPeriod')} ${part('timeZoneName')}`
}
