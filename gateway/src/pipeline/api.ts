import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { account } from './account.ts'
import { answerFromCache } from './answer-from-cache.ts'
import { bodySize } from './body-size.ts'
import { cachedRead } from './cached-read.ts'
import { forward } from './forward.ts'
import { match } from './match.ts'
import { openData } from './open-data.ts'
import { origin } from './origin.ts'
import { session } from './session.ts'
import { shed } from './shed.ts'

type OptionsOf<Plugin> = Plugin extends (app: FastifyInstance, options: infer Options) => unknown ? Options : never

export type ApiOptions = OptionsOf<typeof openData> &
  OptionsOf<typeof origin> &
  OptionsOf<typeof session> &
  OptionsOf<typeof answerFromCache> &
  OptionsOf<typeof account> &
  OptionsOf<typeof shed> &
  OptionsOf<typeof cachedRead> &
  OptionsOf<typeof forward>

/**
 * The request pipeline below `/api`, in one order (docs/quality.md, More than can be taken).
 * What `reject-overloaded.ts` rejects does not get here. Each step is a plugin that names the one before it.
 */
export const api = fp(
  async (app: FastifyInstance, options: ApiOptions) => {
    // Bodies are left in the socket: services read them.
    app.removeAllContentTypeParsers()
    app.register(match)
    app.register(openData, options)
    app.register(origin, options)
    app.register(session, options)
    app.register(answerFromCache, options)
    app.register(account, options)
    app.register(shed, options)
    app.register(bodySize)
    app.register(cachedRead, options)
    app.register(forward, options)
  },
  { name: 'api', encapsulate: true },
)
