import type { Race } from '@purple-sector/contracts/weekends/http'
import type { QueryClient } from '@tanstack/react-query'
import { type LiveReaction, refetchSoon } from '../../lib/live.ts'
import { tipsQuery } from './tip-queries.ts'

/** A tip says which sessions it still counts for: news only where one of them locks or moves. */
const movesTip = (client: QueryClient, race: Race): boolean =>
  Boolean(
    client
      .getQueryData(tipsQuery(race.weekendId).queryKey)
      ?.some(({ sessions }) =>
        sessions.some(
          ({ raceId, locked, deadline }) =>
            raceId === race.id && (locked !== race.locked || deadline !== race.deadline),
        ),
      ),
  )

/** Tips tell which sessions they count for, what those gave, and how the car is: they move with these frames. */
export const tipLive: LiveReaction = (client, frame) => {
  if (frame.type === 'race_status' && movesTip(client, frame.data))
    refetchSoon(client, tipsQuery(frame.data.weekendId).queryKey)
  if (frame.type === 'race_completed' || frame.type === 'result_corrected')
    refetchSoon(client, tipsQuery(frame.data.race.weekendId).queryKey)
  if (frame.type === 'weekend_updated' && (frame.data.racesChanged || frame.data.carsChanged))
    refetchSoon(client, tipsQuery(frame.data.weekend.id).queryKey)
}
