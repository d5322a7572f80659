/** Reply of a worker: the result, or the message and code of a `Refusal`. */
export type WorkerReply<Answer> = { read: Answer } | { refused: { code: string; message: string } }

/** Sent once the script is loaded: the time limit of reading starts here. */
export const READY = 'ready'
