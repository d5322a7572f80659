import type { Logger } from '@purple-sector/service-kit'
import { AppError } from '@purple-sector/service-kit/errors'
import type { ChannelKind, Subscribe } from './channel-kind.ts'
import type { Client } from './client.ts'
import type { FrameWriter } from './frames.ts'

type Options = { kinds: readonly ChannelKind[]; frames: FrameWriter; log: Logger }

/** Takes a client out of everything it asked for. */
export const leaveAll = (client: Client): void => {
  for (const channel of client.channels) channel.leave(client)
}

/** Follows a subscription: out of the channels before, into those it means. */
export const subscribing = ({ kinds, frames, log }: Options) => {
  const follow = async (client: Client, request: Subscribe): Promise<void> => {
    const turn = ++client.turn
    client.hasSubscribed()
    leaveAll(client)
    const found = await Promise.all(
      kinds.map(async (kind) => ({ kind, channels: (await kind.find?.(request, client)) ?? [] })),
    )
    // Overtaken by another subscribe, or gone, while its channels were loaded.
    if (turn !== client.turn || !client.isOpen) return
    // Who may join may have changed meanwhile.
    const admitted = found.map(({ kind, channels }) => ({
      kind,
      channels: channels.filter((channel) => channel.admits(client)),
    }))
    const granted = admitted.map(({ kind, channels }) => kind.granted?.(channels.map(({ key }) => key)) ?? {})
    client.write(frames('subscribed', Object.assign({ weekendId: null, groupIds: [] }, ...granted)))
    for (const { channels } of admitted) for (const channel of channels) channel.join(client)
  }

  return (client: Client, request: Subscribe): void => {
    follow(client, request).catch((error: unknown) => {
      if (error instanceof AppError && error.kind !== 'unavailable') {
        client.write(frames('error', { code: error.code, message: error.message }))
        return
      }
      log.warn({ err: error, weekendId: request.weekendId }, 'a channel could not be opened')
      const message = 'The race weekend cannot be loaded now. Please try again.'
      client.write(frames('error', { code: 'UNAVAILABLE', message }))
    })
  }
}
