import type { Message } from '@purple-sector/contracts/chat/http'
import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { delayMs, elapsedMs, onDelay } from '../../client/spoiler/delay.ts'
import { createFrameGate } from '../../client/spoiler/frame-gate.ts'
import { onServerTime, serverNow } from '../../client/time/server-clock.ts'
import { userQuery } from '../../features/session/user-query.ts'
import { onOutcomeDue, visibleRace } from '../../features/weekend-data/api/visible-races.ts'
import { applyFrame, applyRaceControlFrame } from './frame-table.ts'

type Gate = {
  accept(frame: ServerFrame): void
  close(): void
}

const newest = (messages: readonly Message[]): string | undefined =>
  messages
    .map(({ createdAt }) => createdAt)
    .toSorted()
    .at(-1)

type Apply = (client: QueryClient, frame: ServerFrame) => void

/** Stands between the socket and the table of frames: race control gets frames at once, fans after their delay. */
export const openGate = (
  client: QueryClient,
  apply: { forFan: Apply; forRaceControl: Apply } = { forFan: applyFrame, forRaceControl: applyRaceControlFrame },
): Gate => {
  const deliver = (frame: ServerFrame): void => apply.forFan(client, frame)
  const gate = createFrameGate({ now: serverNow, elapsed: elapsedMs, delayMs }, deliver)
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
    if (ownMessages.length > 0) deliver({ type: 'chat_messages', data: { messages: ownMessages }, epoch: frame.epoch })
    const at = newest(otherMessages)
    if (at) gate.accept({ type: 'chat_messages', data: { messages: otherMessages }, epoch: frame.epoch, at })
  }

  const acceptAsFan = (frame: ServerFrame): void => {
    if (frame.type === 'race_status') deliver({ ...frame, data: visibleRace(client, frame.data) })
    else if (delayMs() > 0 && frame.type === 'chat_message') acceptMessages([frame.data], frame)
    else if (delayMs() > 0 && frame.type === 'chat_messages') acceptMessages(frame.data.messages, frame)
    else gate.accept(frame)
  }

  const stops = [
    onDelay(deliverDue),
    onServerTime(deliverDue),
    onOutcomeDue(client, (race) => deliver({ type: 'race_status', data: race, epoch: '' })),
  ]
  return {
    accept(frame) {
      apply.forRaceControl(client, frame)
      acceptAsFan(frame)
      wait()
    },
    close() {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
