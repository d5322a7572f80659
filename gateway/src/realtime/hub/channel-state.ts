/** What a client has asked for beside its channels. */
export type SubscriptionOptions = { readonly projected: boolean; readonly timingChanges: boolean }

/**
 * A state of which only the latest counts. `snapshot` is what a client needs that missed some of its changes, or all;
 * with `isFor` only those get it who asked for it.
 */
export type State = { snapshot(): Buffer | undefined; isFor?(client: SubscriptionOptions): boolean }

/** A state that everybody in a channel gets. `update` is the frame of its last change, under its number. */
export type SharedState = State & { update(seq: number): Buffer | undefined }

/** A state that is one user's own in a channel. */
export type OwnState = State & { release(): void }
