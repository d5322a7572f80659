/** One piece of work to do. `data` arrived as JSON: parse it. `attempt` counts from 1. */
export type Job = { name: string; data: unknown; attempt: number }

export type WorkerOptions = {
  /** How many jobs at once in this process, default 1. */
  concurrency?: number
  /** How often a failing job is tried before it is given up, default 5, with a growing pause between. */
  attempts?: number
  /** A worker that has not been heard of for so long has lost its job to another, in ms, default 10,000. */
  lockDuration?: number
  /** How often lost jobs are looked for, in ms, default 5,000. */
  stalledInterval?: number
}

export type Queue = {
  /**
   * Asks that a worker runs soon with this data. Best effort: it answers within 2 seconds and never throws, so
   * whoever needs the work done sweeps its own table and wakes again. Wakes of one id that wait together become
   * one run with the last data; a wake while a run of that id is under way causes another run after it.
   */
  wake(id: string, data: unknown): Promise<void>
}

export type Worker = {
  /** Takes no new job and waits for those in hand. */
  stop(): Promise<void>
}

/** A queue that wakes workers; what has to be done is recorded elsewhere. */
export type Jobs = {
  queue(name: string): Queue
  worker(name: string, handler: (job: Job) => Promise<void>, options?: WorkerOptions): Worker
  /** Stops every worker and queue made here. */
  close(): Promise<void>
}
