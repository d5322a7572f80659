import type { LiveReaction } from '../../lib/live.ts'

/** A tip tells which sessions it counts for, what they gave, and how its car is: all of that moves with these frames. */
export const tipLive: LiveReaction = (client, frame) => {
  const weekendId =
    frame.type === 'race_status'
      ? frame.data.weekendId
      : frame.type === 'race_completed' || frame.type === 'result_corrected'
        ? frame.data.race.weekendId
        : frame.type === 'weekend_updated' && (frame.data.racesChanged || frame.data.carsChanged)
          ? frame.data.weekend.id
          : undefined
  if (weekendId !== undefined) void client.invalidateQueries({ queryKey: ['/api/tips', weekendId] })
}
