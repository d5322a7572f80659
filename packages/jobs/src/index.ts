export type { Job, Jobs, Queue, Worker, WorkerOptions } from './jobs.ts'
