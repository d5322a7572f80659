import type { App, Platform } from '@purple-sector/service-kit'
import { rateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { singleFlight } from '@purple-sector/service-kit/scheduling/single-flight'
import type { Config } from '../config.ts'
import { cachedShareImages } from './image/share-images.ts'
import { sharedRoutes } from './shared-routes.ts'
import { sharingRoutes } from './sharing-routes.ts'

/** What fans make to share, and what whoever they shared it with sees. What draws is loaded for the first picture. */
export const sharing =
  (platform: Platform, { publicUrl, maxLooks }: Pick<Config, 'publicUrl' | 'maxLooks'>) =>
  async (app: App) => {
    const { database, cache } = platform
    const drawer = singleFlight(async () => {
      const { shareImageRenderer } = await import('./image/render-share-image.ts')
      return shareImageRenderer(new URL(publicUrl).host)
    })
    const shareImages = cachedShareImages(async (figures) => (await drawer())(figures))
    const looks = rateLimit(cache, { name: 'shared-looks', limit: maxLooks })
    app.register(sharingRoutes(platform))
    app.register(sharedRoutes({ database, shareImages, publicUrl, looks }))
  }
