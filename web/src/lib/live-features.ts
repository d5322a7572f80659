import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isRequestedSince } from './spoiler/delayed-replies.ts'

/** Keeps a feature's part of the query cache fresh. */
export type LiveFeature = {
  /** Handles a frame of the socket. */
  onFrame?(client: QueryClient, frame: ServerFrame): void
  /**
   * Handles a reconnect: until `since`, in ms, frames may be missing, so older data is refetched
   * (`invalidateOlderThan`).
   */
  onReconnect?(client: QueryClient, since: number): void
  /** A feature of race control: it gets every frame at once, whatever the user's spoiler delay. */
  isOfRaceControl?: true
}

const features = new Map<string, LiveFeature>()

/** Notifications that arrived before their feature's code has loaded; they would not be fetched again. */
const undelivered: { client: QueryClient; frame: ServerFrame }[] = []
const MAX_UNDELIVERED = 20
const NOTIFICATION: { type: ServerFrame['type']; feature: string } = { type: 'notification', feature: 'notifications' }

/**
 * Registers a feature's live code for good: its cached data stays fresh also while no screen shows it.
 *
 * Called by the module of a feature's queries, so that loading a query loads the code that keeps it current.
 */
export const registerLive = (name: string, feature: LiveFeature): void => {
  features.set(name, feature)
  if (name !== NOTIFICATION.feature) return
  for (const { client, frame } of undelivered.splice(0)) feature.onFrame?.(client, frame)
}

/** Dispatches a frame to fans' features, after the spoiler delay (docs/web.md, Spoiler delay). */
export const dispatchFrame = (client: QueryClient, frame: ServerFrame): void => {
  if (frame.type === NOTIFICATION.type && !features.has(NOTIFICATION.feature))
    undelivered.splice(0, undelivered.length, ...undelivered.slice(1 - MAX_UNDELIVERED), { client, frame })
  for (const { onFrame, isOfRaceControl } of features.values()) if (!isOfRaceControl) onFrame?.(client, frame)
}

/** Dispatches a frame to race control's features, on arrival. */
export const dispatchRaceControl = (client: QueryClient, frame: ServerFrame): void => {
  for (const { onFrame, isOfRaceControl } of features.values()) if (isOfRaceControl) onFrame?.(client, frame)
}

export const dispatchReconnect = (client: QueryClient, since: number): void => {
  for (const { onReconnect } of features.values()) onReconnect?.(client, since)
}

/**
 * Invalidates a feature's queries whose data is older than `since`, in ms, unless they were requested since then.
 *
 * Active queries are refetched at once, others when they are used.
 */
export const invalidateOlderThan = (
  client: QueryClient,
  since: number,
  isMine: (queryKey: QueryKey) => boolean,
): void => {
  void client.invalidateQueries({
    predicate: (query) =>
      query.state.dataUpdatedAt < since && isMine(query.queryKey) && !isRequestedSince(query, since),
  })
}

/** Patches a list with the part in a frame. The update time stays that of the rest, which counts after a gap. */
export const patchPart = <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  patch: (data: Data | undefined) => Data | undefined,
): void => {
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  client.setQueryData<Data>(queryKey, patch, updatedAt === undefined ? {} : { updatedAt })
}
