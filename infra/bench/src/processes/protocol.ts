/*
 * Protocol between the bench and its child processes: the child receives a command with its input and returns the
 * result, with the CPU cores it used meanwhile. Both ends share the types of `Commands`.
 */

export type Commands = Record<string, (input: never) => Promise<unknown>>

export type Request = { id: number; command: string; input: unknown }
export type Reply = { id: number; result?: unknown; error?: string; cpu: number }
