/*
 * How the bench talks with the processes it starts: a command with its input goes to the child, its result comes back,
 * with the share of a core the child used meanwhile. Both ends are ours and share the types of `Commands`.
 */

export type Commands = Record<string, (input: never) => Promise<unknown>>

export type Request = { id: number; command: string; input: unknown }
export type Reply = { id: number; result?: unknown; error?: string; cpu: number }
