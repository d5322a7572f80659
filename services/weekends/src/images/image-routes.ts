import { idSchema, MAX_ID } from '@purple-sector/contracts/common'
import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import { type App, callerOf, registerRoute } from '@purple-sector/service-kit'
import { badField, notFound } from '@purple-sector/service-kit/errors'
import { uploadForms } from '@purple-sector/service-kit/input/upload-form'
import type { FastifyRequest } from 'fastify'
import type { WeekendsDependencies } from '../dependencies.ts'
import { raceNotFound } from '../races/find-race.ts'
import { displayImage } from './display-image.ts'
import { isAllowedSize, MAX_MEGAPIXELS, MAX_PICTURE_BYTES, MAX_SIDE } from './image.ts'
import { type Image, imageRepository } from './image-repository.ts'
import { lazyCards } from './lazy-cards.ts'
import { readImage } from './read-image.ts'
import { setRaceImage } from './set-race-image.ts'

const TOO_LARGE = `must be at most ${MAX_SIDE} pixels on a side and ${MAX_MEGAPIXELS} million in all, half as many with 16 bits a channel`

const forms = uploadForms({ fileBytes: MAX_PICTURE_BYTES })

type Upload = { raceId: number; image: Image }

/** Reads the two fields of the form; the file is validated by its bytes, never by its name. */
const readUpload = async (request: FastifyRequest): Promise<Upload> => {
  const { file: bytes, fields } = await forms.read(request)
  const raceId = idSchema.safeParse(fields.get('raceId'))
  if (!raceId.success) throw badField('raceId', raceId.error.issues[0]?.message ?? 'must be a whole number')
  const picture = bytes && readImage(bytes)
  if (!picture) throw badField('image', 'must be a PNG or JPG picture')
  if (!isAllowedSize(picture)) throw badField('image', TOO_LARGE)
  if (raceId.data > MAX_ID) throw raceNotFound()
  const image = await displayImage(picture)
  if (!image) throw badField('image', 'is damaged: it cannot be shown')
  return { raceId: raceId.data, image }
}

/** Routes of category images on the tipping cards: PNG or JPG up to 5 MB. */
export const imageRoutes = (dependencies: WeekendsDependencies) => async (app: App) => {
  const { database } = dependencies
  const setImage = setRaceImage(dependencies)
  const images = imageRepository(database)
  const cardFor = lazyCards(database)
  await forms.register(app)

  registerRoute(app, weekendsRoutes.uploadRaceImage, async (request) => {
    const { raceId, image } = await readUpload(request)
    return setImage(callerOf(request), raceId, image)
  })

  // The content behind a URL never changes, so browsers may cache it.
  registerRoute(app, weekendsRoutes.readImage, async ({ params: { hash }, query: { size } }, reply) => {
    const image = await images.find(hash)
    if (!image) throw notFound('IMAGE_NOT_FOUND', 'There’s no such picture.')
    return reply
      .type(image.type)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(size === 'card' ? await cardFor(image) : image.bytes)
  })
}
