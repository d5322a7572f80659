import type { Race } from '@purple-sector/contracts/weekends/http'
import type { Transaction } from '@purple-sector/database'
import { outbox } from '@purple-sector/messaging'
import { type Actor, adminAction } from '../audit/admin-action.ts'
import { holdRace } from '../races/hold-race.ts'
import { raceReply } from '../races/race.ts'
import { raceRepository } from '../races/race-repository.ts'
import { type Image, imageRepository, removeUnusedImages } from './image-repository.ts'

/** Gives a session its picture; the one it had goes where no other session shows it. */
export const showImage = async (sql: Transaction, actor: Actor, raceId: number, image: Image): Promise<Race> => {
  const { race, now } = await holdRace(sql, raceId)
  const imageId = await imageRepository(sql).save(image)
  if (imageId === race.imageId) return raceReply(race, now)
  const next = { ...race, imageId }
  await raceRepository(sql).update(next)
  if (race.imageId !== null) await removeUnusedImages(sql, [race.imageId])
  const [before, after] = [raceReply(race, now), raceReply(next, now)]
  const subject = { type: 'race', id: raceId } as const
  await outbox(sql).appendMany([adminAction({ at: now, actor, action: 'race.image-uploaded', subject, before, after })])
  return after
}
