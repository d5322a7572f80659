/** What a reading worker answers: what it read, or the words and the code of a `Refusal`. */
export type WorkerAnswer<Answer> = { read: Answer } | { refused: { code: string; message: string } }

/** Sent once everything is loaded: the time that reading may take counts from here. */
export const READY = 'ready'
