import { traceRequests } from '@purple-sector/service-kit/http/trace-requests'
import type { SpanDescription } from '@purple-sector/telemetry/span'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { requestedOf } from '../routing/find-route.ts'
import { match, origin, session } from './authenticate.ts'
import { forward } from './forward.ts'
import { account, bodySize, shed } from './limits.ts'
import { cachedRead, openData, replyFromCache } from './reads.ts'

type OptionsOf<Plugin> = Plugin extends (app: FastifyInstance, options: infer Options) => unknown ? Options : never

export type ApiOptions = OptionsOf<typeof openData> &
  OptionsOf<typeof origin> &
  OptionsOf<typeof session> &
  OptionsOf<typeof replyFromCache> &
  OptionsOf<typeof account> &
  OptionsOf<typeof shed> &
  OptionsOf<typeof cachedRead> &
  OptionsOf<typeof forward>

/** A client does not decide what is recorded: its trace continues, but not its flag. */
const describeSpan = ({ method, raw }: FastifyRequest): Pick<SpanDescription, 'name' | 'attributes' | 'sampling'> => {
  const { route } = requestedOf(raw)
  const path = route?.path ?? 'unknown'
  const attributes = { 'http.route': path, service: 'gateway' }
  return { name: `${method} ${path}`, attributes, sampling: route?.isAlwaysTraced ? 'always' : 'edge' }
}

/**
 * The request pipeline below `/api`, in one order (docs/quality.md, More than can be taken).
 * Requests that `createRejectOverloaded` of `limits.ts` rejects do not get here. Each step is a plugin that depends on
 * the previous one.
 */
export const api = fp(
  async (app: FastifyInstance, options: ApiOptions) => {
    // Bodies stay in the socket: services read them.
    app.removeAllContentTypeParsers()
    traceRequests(app, describeSpan)
    app.register(match)
    app.register(openData, options)
    app.register(origin, options)
    app.register(session, options)
    app.register(replyFromCache, options)
    app.register(account, options)
    app.register(shed, options)
    app.register(bodySize)
    app.register(cachedRead, options)
    app.register(forward, options)
  },
  { name: 'api', encapsulate: true },
)
