import type { App, Platform } from '@purple-sector/service-kit'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { memoizeAsync } from '@purple-sector/service-kit/scheduling/memoize-async'
import type { Config } from '../config.ts'
import { cachedShareImages } from './image/share-images.ts'
import { sharedRoutes } from './shared-routes.ts'
import { sharingRoutes } from './sharing-routes.ts'

/** Builds sharing: templates of users and their public pages. The renderer is loaded for the first image. */
export const buildSharing =
  (platform: Platform, { publicUrl, maxSharedPreviews }: Pick<Config, 'publicUrl' | 'maxSharedPreviews'>) =>
  async (app: App) => {
    const { database, cache } = platform
    const renderer = memoizeAsync(async () => {
      const { shareImageRenderer } = await import('./image/render-share-image.ts')
      return shareImageRenderer(new URL(publicUrl).host)
    })
    const shareImages = cachedShareImages(async (figures) => (await renderer())(figures))
    const previewLimit = rateLimit(cache, { name: 'shared-previews', limit: maxSharedPreviews })
    app.register(sharingRoutes(platform))
    app.register(sharedRoutes({ database, shareImages, publicUrl, previewLimit }))
  }
