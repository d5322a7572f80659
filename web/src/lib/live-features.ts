import type { ServerFrame } from '@purple-sector/contracts/realtime'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isRequestedSince } from './spoiler/delayed-replies.ts'

/** How a feature keeps its part of the cache fresh. */
export type LiveFeature = {
  /** A frame of the socket came. */
  onFrame?(client: QueryClient, frame: ServerFrame): void
  /** Until `since`, in ms, nobody told what changes: asks again for what is older (`askForOlder`). */
  onReconnect?(client: QueryClient, since: number): void
  /** It is race control's: it hears everything at once, however long its reader holds back racing as a fan. */
  isOfRaceControl?: true
}

const features = new Map<string, LiveFeature>()

/** What a fan is told while the code that shows it is on its way; nobody asks for it again. */
const early: { client: QueryClient; frame: ServerFrame }[] = []
const MAX_EARLY = 20
const NEWS: { type: ServerFrame['type']; feature: string } = { type: 'notification', feature: 'notifications' }

/**
 * Registers a feature's live code, once and for all: what is in the cache is kept fresh, also while no screen shows it.
 * The file of a feature's queries calls it, so whoever asks for something has loaded what keeps it fresh.
 */
export const registerLive = (name: string, feature: LiveFeature): void => {
  features.set(name, feature)
  if (name !== NEWS.feature) return
  for (const { client, frame } of early.splice(0)) feature.onFrame?.(client, frame)
}

/** Tells fans' features what happened: by then it is old enough for them (docs/web.md, Spoiler delay). */
export const dispatchFrame = (client: QueryClient, frame: ServerFrame): void => {
  if (frame.type === NEWS.type && !features.has(NEWS.feature))
    early.splice(0, early.length, ...early.slice(1 - MAX_EARLY), { client, frame })
  for (const { onFrame, isOfRaceControl } of features.values()) if (!isOfRaceControl) onFrame?.(client, frame)
}

/** Tells race control's features, as soon as the frame has come. */
export const dispatchRaceControl = (client: QueryClient, frame: ServerFrame): void => {
  for (const { onFrame, isOfRaceControl } of features.values()) if (isOfRaceControl) onFrame?.(client, frame)
}

export const dispatchReconnect = (client: QueryClient, since: number): void => {
  for (const { onReconnect } of features.values()) onReconnect?.(client, since)
}

/**
 * Asks again for a feature's queries that are older: at once for those on screen, for others when they are. What was asked for
 * since is on its way.
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

/** Patches a list with a part that a frame told: the rest of it is as old as before, which counts after a gap. */
export const patchPart = <Data>(
  client: QueryClient,
  queryKey: QueryKey,
  patch: (data: Data | undefined) => Data | undefined,
): void => {
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  client.setQueryData<Data>(queryKey, patch, updatedAt === undefined ? {} : { updatedAt })
}
