import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { browserState } from '../../ui/browser-state.ts'
import { isRequestedSince } from '../spoiler/delayed-replies.ts'

/** Code that keeps a feature's part of the query cache fresh. */
export type LiveFeature = {
  /** Handles a frame of the socket. */
  onFrame?(client: QueryClient, frame: ServerFrame): void
  /**
   * Handles a reconnect: until `since`, in ms, frames may be missing, so older data is refetched
   * (`invalidateOlderThan`).
   */
  onReconnect?(client: QueryClient, since: number): void
  /** Whether it is a feature of race control, which receives frames at once, regardless of the user's spoiler delay. */
  isRaceControl?: true
}

const features = browserState(() => new Map<string, LiveFeature>())

/** Notification frames that arrived before their feature's code was loaded; nothing would deliver them again. */
const undelivered = browserState((): { client: QueryClient; frame: ServerFrame }[] => [])
const MAX_UNDELIVERED = 20
const NOTIFICATION: { type: ServerFrame['type']; feature: string } = { type: 'notification', feature: 'notifications' }

/**
 * Registers a feature's live code permanently, as its cached data must stay fresh also while no screen shows it.
 *
 * The module of a feature's queries calls this, so that loading a query loads the code that keeps it current.
 */
export const registerLive = (name: string, feature: LiveFeature): void => {
  features().set(name, feature)
  if (name !== NOTIFICATION.feature) return
  for (const { client, frame } of undelivered().splice(0)) feature.onFrame?.(client, frame)
}

/** Dispatches a frame to fans' features; called after the spoiler delay (docs/web.md, Spoiler delay). */
export const dispatchFrame = (client: QueryClient, frame: ServerFrame): void => {
  if (frame.type === NOTIFICATION.type && !features().has(NOTIFICATION.feature))
    undelivered().splice(0, undelivered().length, ...undelivered().slice(1 - MAX_UNDELIVERED), { client, frame })
  for (const { onFrame, isRaceControl } of features().values()) if (!isRaceControl) onFrame?.(client, frame)
}

/** Dispatches a frame to race control's features; called on arrival. */
export const dispatchRaceControl = (client: QueryClient, frame: ServerFrame): void => {
  for (const { onFrame, isRaceControl } of features().values()) if (isRaceControl) onFrame?.(client, frame)
}

export const dispatchReconnect = (client: QueryClient, since: number): void => {
  for (const { onReconnect } of features().values()) onReconnect?.(client, since)
}

/**
 * Invalidates a feature's queries whose data is older than `since`, in ms, unless they were requested since then.
 *
 * Active queries are refetched at once, others when they are used.
 */
export const invalidateOlderThan = (
  client: QueryClient,
  since: number,
  isOwnKey: (queryKey: QueryKey) => boolean,
): void => {
  void client.invalidateQueries({
    predicate: (query) =>
      query.state.dataUpdatedAt < since && isOwnKey(query.queryKey) && !isRequestedSince(query, since),
  })
}

/** Patches cached data with the part in a frame. Keeps the update time, as the rest is as old as before. */
export const patchPart = <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  patch: (data: Data | undefined) => Data | undefined,
): void => {
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  client.setQueryData<Data>(queryKey, patch, updatedAt === undefined ? {} : { updatedAt })
}
