export type { JobsConnection } from './connection.ts'
export { createJobs } from './create-jobs.ts'
export type { Job, Jobs, Queue, QueueOptions, Worker, WorkerOptions } from './jobs.ts'
