import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { Logger } from '@purple-sector/service-kit'
import { AppError } from '@purple-sector/service-kit/errors'
import type { ChannelKind, Subscribe } from './channel-kind.ts'
import type { Client, ClientChannel } from './client.ts'
import type { FrameWriter } from './frames.ts'

type Options = {
  kinds: readonly ChannelKind[]
  frames: FrameWriter
  /** How long nothing has changed for a client that joins these channels. */
  unchangedForMs(client: Client, keys: readonly string[]): number
  log: Logger
}

/** Removes a client from all its channels. */
export const leaveAll = (client: Client): void => {
  for (const channel of client.channels) channel.leave(client)
}

/**
 * Applies subscriptions: joins their channels, and leaves all other channels.
 * The client stays in its previous channels until the new ones are found, and if that fails, so that it misses nothing.
 */
export const createSubscribe = ({ kinds, frames, unchangedForMs, log }: Options) => {
  const find = (client: Client, request: Subscribe) =>
    Promise.all(kinds.map(async (kind) => ({ kind, channels: (await kind.find?.(request, client)) ?? [] })))

  const joinChannels = (client: Client, found: Awaited<ReturnType<typeof find>>, request: Subscribe): void => {
    // Permissions may have changed while channels were searched for.
    const permitted = found.map(({ kind, channels }) => ({
      kind,
      channels: channels.filter((channel) => channel.canJoin(client)),
    }))
    const permittedChannels = new Set<ClientChannel>(permitted.flatMap(({ channels }) => channels))
    const unchangedFor = unchangedForMs(
      client,
      [...permittedChannels].map(({ key }) => key),
    )
    const granted: FrameOf<'subscribed'>['data'] = { weekendId: null, groupIds: [], unchangedForMs: unchangedFor }
    for (const { kind, channels } of permitted)
      Object.assign(
        granted,
        kind.subscribedFields?.(
          channels.map(({ key }) => key),
          request,
        ),
      )
    for (const channel of client.channels) if (!permittedChannels.has(channel)) channel.leave(client)
    client.projected = request.projected ?? false
    client.timingChanges = request.timingChanges ?? false
    client.write(frames('subscribed', granted))
    for (const { channels } of permitted) for (const channel of channels) channel.join(client)
  }

  const sendRejection = (client: Client, { weekendId }: Subscribe, error: unknown): void => {
    if (error instanceof AppError && error.kind !== 'unavailable') {
      client.write(frames('error', { code: error.code, message: error.message }))
      return
    }
    log.warn(
      { event: 'realtime.subscribe_failed', err: error, weekendId },
      'Channels of a subscription could not be found; client asked to retry',
    )
    const message = 'The race weekend can’t be loaded right now. Please try again.'
    client.write(frames('error', { code: 'UNAVAILABLE', message }))
  }

  return async (client: Client, request: Subscribe): Promise<void> => {
    if (!client.isOpen) return
    const subscriptionCount = ++client.subscriptionCount
    // Superseded by another subscription, or closed, while its channels were searched for.
    const isSuperseded = (): boolean => subscriptionCount !== client.subscriptionCount || !client.isOpen
    client.markSubscribed()
    try {
      const found = await find(client, request)
      if (!isSuperseded()) joinChannels(client, found, request)
    } catch (error) {
      if (!isSuperseded()) sendRejection(client, request, error)
    }
  }
}
