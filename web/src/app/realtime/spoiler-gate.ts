import type { Message } from '@purple-sector/contracts/chat/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { dispatchFrame, dispatchRaceControl } from '../../client/realtime/live-features.ts'
import { delayMs, elapsedMs, onDelay } from '../../client/spoiler/delay.ts'
import { createFrameGate } from '../../client/spoiler/frame-gate.ts'
import { onServerTime, serverNow } from '../../client/time/server-clock.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { visibleRace } from '../../features/weekend-data/api/visible-races.ts'

type Gate = {
  accept(frame: ServerFrame): void
  close(): void
}

const newest = (messages: readonly Message[]): string | undefined =>
  messages
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1)

/** Stands between the socket and the features: race control gets frames at once, fans after their delay. */
export const openGate = (client: QueryClient): Gate => {
  const gate = createFrameGate({ now: serverNow, elapsed: elapsedMs, delayMs }, (frame) => dispatchFrame(client, frame))
  let timer: ReturnType<typeof setTimeout> | undefined

  const deliverDue = (): void => {
    gate.deliverDue()
    wait()
  }
  const wait = (): void => {
    clearTimeout(timer)
    const nextMs = gate.nextInMs()
    if (nextMs !== undefined) timer = setTimeout(() => deliverDue(), Math.ceil(nextMs))
  }

  /** Dispatches the fan's own messages at once, and delays those of others. */
  const acceptMessages = (messages: readonly Message[], frame: ServerFrame): void => {
    const userId = client.getQueryData(userQuery.queryKey)?.id
    const ownMessages = messages.filter((message) => message.userId === userId)
    const otherMessages = messages.filter((message) => message.userId !== userId)
    if (ownMessages.length > 0)
      dispatchFrame(client, { type: 'chat_messages', data: { messages: ownMessages }, epoch: frame.epoch })
    const at = newest(otherMessages)
    if (at) gate.accept({ type: 'chat_messages', data: { messages: otherMessages }, epoch: frame.epoch, at })
  }

  const acceptAsFan = (frame: ServerFrame): void => {
    if (frame.type === 'race_status') dispatchFrame(client, { ...frame, data: visibleRace(client, frame.data) })
    else if (delayMs() > 0 && frame.type === 'chat_message') acceptMessages([frame.data], frame)
    else if (delayMs() > 0 && frame.type === 'chat_messages') acceptMessages(frame.data.messages, frame)
    else gate.accept(frame)
  }

  const stops = [onDelay(deliverDue), onServerTime(deliverDue)]
  return {
    accept(frame) {
      dispatchRaceControl(client, frame)
      acceptAsFan(frame)
      wait()
    },
    close() {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
