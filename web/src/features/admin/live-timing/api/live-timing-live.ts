import type { LiveTimingStatus } from '@purple-sector/contracts/admin/http'
import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { patchPart } from '../../../../client/realtime/cache-updates.ts'
import { liveTimingKey } from './live-timing-keys.ts'

/** Applies pauses by other administrators. */
export const applyLiveTimingStatus = (client: QueryClient, pause: FrameOf<'live_timing_status'>['data']): void =>
  patchPart<LiveTimingStatus>(client, liveTimingKey, (status) => status && { ...status, ...pause })
