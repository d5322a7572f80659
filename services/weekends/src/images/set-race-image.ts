import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Caller } from '@purple-sector/service-kit'
import { adminAction } from '../audit/admin-action.ts'
import type { WeekendsDependencies } from '../dependencies.ts'
import { publish } from '../published.ts'
import { selectRaceForUpdate } from '../races/find-race.ts'
import { raceReply, raceState } from '../races/race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { type Image, imageRepository, removeUnusedImages } from './image-repository.ts'

/** Sets the image of a race and deletes the former one unless another race refers to it. */
export const setRaceImage =
  ({ commit }: Pick<WeekendsDependencies, 'commit'>) =>
  (caller: Caller, raceId: number, image: Image): Promise<Race> =>
    commit(async (sql) => {
      const { race, now } = await selectRaceForUpdate(sql, raceId)
      const storedImage = await imageRepository(sql).save(image)
      if (storedImage.id === race.image?.id) return { reply: raceReply(race, now) }
      const next = { ...race, image: storedImage }
      await raceRepository(sql).update(next)
      if (race.image) await removeUnusedImages(sql, [race.image.id])
      const [before, after] = [raceReply(race, now), raceReply(next, now)]
      const subject = { type: 'race', id: raceId } as const
      const action = adminAction({ at: now, caller, action: 'race.image-uploaded', subject, before, after })
      return { reply: after, published: await publish(sql, race.weekendId, { races: [raceState(next)] }, action) }
    })
