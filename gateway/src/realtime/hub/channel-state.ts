/** Options of a subscription besides its channels. */
export type SubscriptionOptions = { readonly projected: boolean; readonly timingChanges: boolean }

/** A conflated state. `snapshot` is for clients that missed changes of it; `isFor` limits it to some clients. */
export type State = { snapshot(): Buffer | undefined; isFor?(client: SubscriptionOptions): boolean }

/** A state for all clients of a channel. `update` builds the frame of its last change, with its number. */
export type SharedState = State & {
  update(seq: number): Buffer | undefined
  /** Runs when the last change was written to all sockets that keep up. */
  onSent?(): void
}

/** A state of one user in a channel. */
export type OwnState = State & { release(): void }
