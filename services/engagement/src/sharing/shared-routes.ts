import { engagementRoutes } from '@purple-sector/contracts/engagement/routes'
import type { Database } from '@purple-sector/database'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { addressKey, addressOf } from '@purple-sector/service-kit/http/client-address'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ShareImages } from './image/share-images.ts'
import { sharedPage } from './shared-page.ts'
import { type SharedTemplate, templateRepository } from './template-repository.ts'

const WEEK_S = 604_800

type Dependencies = {
  database: Database
  shareImages: ShareImages
  publicUrl: string
  /** Limits views per client address, because each is a query and possibly a rendering. */
  previewLimit: Pick<RateLimit, 'count'>
}

/** Registers the public routes of shared pages and images, which reveal nothing else of the user. */
export const sharedRoutes =
  ({ database, shareImages, publicUrl, previewLimit }: Dependencies) =>
  async (app: App) => {
    /** Finds a template by name; malformed names are looked up like any other. */
    const find = async (request: FastifyRequest, name: string): Promise<SharedTemplate> => {
      await previewLimit.count(addressKey(addressOf(request)))
      const shared = await templateRepository(database).findShared(name)
      if (!shared) throw notFound('NOT_FOUND', 'There’s nothing at this address.')
      return shared
    }
    /** The content of an address never changes; caches outlive its deletion by a week at most. */
    const setCacheHeaders = (reply: FastifyReply, tag: string) =>
      reply.header('cache-control', `public, max-age=${WEEK_S}, immutable`).header('etag', tag)

    registerRoute(app, engagementRoutes.readShareImage, async (request, reply) => {
      const { figures, state } = await find(request, request.params.name.replace(/\.png$/, ''))
      const tag = shareImages.tagOf(state)
      if (request.headers['if-none-match'] === tag) return setCacheHeaders(reply, tag).code(304).send()
      const image = await shareImages.get(state, figures)
      return setCacheHeaders(reply, tag)
        .type('image/png')
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(image)
    })

    registerRoute(app, engagementRoutes.readSharedPage, async (request, reply) => {
      const { name } = request.params
      const { figures, content } = await find(request, name)
      return reply
        .header('cache-control', 'public, max-age=300')
        .type('text/html; charset=utf-8')
        .send(sharedPage({ figures, content, name, publicUrl }))
    })
  }
