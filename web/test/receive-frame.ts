import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { applyFrame, applyRaceControlFrame, invalidateAfterReconnect } from '../src/app/realtime/frame-table.ts'

/** Applies a frame as the app does, for race control and for fans. */
export const receiveFrame = (client: QueryClient, frame: ServerFrame): void => {
  applyRaceControlFrame(client, frame)
  applyFrame(client, frame)
}

/** Refetches as the app does after a reconnect: until `since`, in ms, frames may be missing. */
export const reconnect = invalidateAfterReconnect
